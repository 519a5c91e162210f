/** Says what the redirections of a command read and write (PM-4). */
import { isAbsolute, join } from "node:path";
import type { Need, Unsure } from "../../../src-preload/contract/domain/permissions";
import type { ShellNode } from "./shell-tree";
import type { Reading } from "./simple-command";
import { walkPathNow } from "./walk-path";
import { readWord, type Word } from "./words";

const COPIES = /^(\d+-?|-)$/;
const WRITES = new Set([">", ">>", "&>", "&>>", ">|", ">&"]);
const READS = new Set(["<", "<&"]);
/** Targets that are no files: what is written there is not kept and changes nothing. */
const NOWHERE = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"]);
const DELIMITER = /^(?:([A-Za-z_]\w*)|'([A-Za-z_]\w*)'|"([A-Za-z_]\w*)")$/;
/** The rest of the line after `<<EOF`: no quote in it runs on into the next lines, and no second text follows. */
const PLAIN_LINE = /^([^'"`\\$()<]|<(?!<)|'[^']*'|"[^"`$\\]*")*$/;

export interface Redirection {
  /** Absent where nothing is read or written but the command's own streams. */
  need?: Need;
  /** Words that the grammar takes for further files: they are arguments of the command. */
  arguments: Word[];
}

/** The surroundings with which the redirections of a text are read. */
interface Place extends Reading {
  source: string;
  workspace_root: string;
}

/** Reads a `file_redirect`. */
export function readRedirection(node: ShellNode, place: Place): Redirection {
  const operator = node.children.find(({ named }) => !named);
  const words = node.children
    .filter(({ field }) => field === "destination")
    .map(({ text }) => readWord(text));
  if (operator === undefined || hasDoubtfulStream(node, operator, place.source))
    return { need: unknown(node.text), arguments: words.slice(1) };
  if (operator.type === "<&-" || operator.type === ">&-") return { arguments: words };
  const [file, ...rest] = words;
  const need = file === undefined ? unknown(node.text) : needOfFile(operator.type, file, place);
  return { ...(need === undefined ? {} : { need }), arguments: rest };
}

const unknown = (target: string): Need => ({ permission: "edit", target, unsure: "redirect" });

/**
 * True where it is not certain which stream a redirection belongs to: the command may run in `sh`, which knows no stream above 9, and the
 * grammar reads some words as stream numbers and some stream numbers as words.
 */
function hasDoubtfulStream({ children }: ShellNode, operator: ShellNode, source: string): boolean {
  const stream = children.find(({ type }) => type === "file_descriptor");
  return stream === undefined
    ? /\d/.test(source.charAt(operator.start - 1))
    : !/^\d$/.test(stream.text) || stream.end !== operator.start;
}

/** Bash reads `>& -a` as `>&-` and `a`, and takes quotes away there in its own way. */
const isDoubtfulCopy = ({ source, value }: Word): boolean => /^[-\d]/.test(source) || source !== value;

function needOfFile(operator: string, file: Word, place: Place): Need | undefined {
  const { value } = file;
  const isRead = READS.has(operator);
  if (!isRead && !WRITES.has(operator)) return unknown(file.source);
  if (operator.endsWith("&") && COPIES.test(file.source)) return undefined;
  if (operator.endsWith("&") && isDoubtfulCopy(file)) return unknown(file.source);
  if (value === undefined || file.kind !== "literal" || value === "") return unknown(file.source);
  if (value === "/dev/null" || (!isRead && NOWHERE.has(value))) return undefined;
  const permission = isRead ? "read" : "edit";
  const unsure = unsureOf(value, permission, place);
  const need: Need = { permission, target: targetOf(value, unsure, place.workspace_root) };
  if (unsure !== undefined) return { ...need, unsure };
  return isRead ? { ...need, safe: true } : need;
}

function unsureOf(value: string, permission: "read" | "edit", reading: Reading): Unsure | undefined {
  // Bash opens a connection there.
  if (/^\/dev\/(tcp|udp)\//.test(value)) return "redirect";
  const lead = reading.leads.of(value, permission);
  // The file's folder depends on what ran before.
  return lead ?? (reading.has_cd && !isAbsolute(value) ? "changes-folder" : undefined);
}

function targetOf(value: string, unsure: Unsure | undefined, workspace_root: string): string {
  const absolute = isAbsolute(value) ? value : `${workspace_root}/${value}`;
  if (unsure === "network-path") return value;
  if (unsure !== undefined) return join(absolute);
  return walkPathNow(absolute).path;
}

/**
 * Returns why a text after `<<` cannot be trusted: where it ends depends on its first word, and without quotes around that word its
 * variables and commands are worked out.
 */
export function unsureOfHeredoc(node: ShellNode, source: string): Unsure | undefined {
  const starts = node.children.filter(({ type }) => type === "heredoc_start");
  const end = node.children.find(({ type }) => type === "heredoc_end");
  const [start] = starts;
  const delimiter = DELIMITER.exec(start?.text ?? "");
  const word = delimiter?.[1] ?? delimiter?.[2] ?? delimiter?.[3];
  if (start === undefined || end === undefined || starts.length > 1 || word === undefined)
    return "not-parsed";
  if (node.children.some(({ field }) => field === "argument")) return "not-parsed";
  const first = source.indexOf("\n", start.end) + 1;
  if (!PLAIN_LINE.test(source.slice(start.end, first - 1))) return "not-parsed";
  const isDashed = node.children.some(({ type }) => type === "<<-");
  const length = lengthOfHeredoc(source.slice(first), word, isDashed);
  // The grammar and the shell have to see the same end.
  if (length === undefined || !isOnLine(source, first + length, end)) return "not-parsed";
  const isQuoted = delimiter?.[1] === undefined;
  return !isQuoted && /[$`\\]/.test(source.slice(first, first + length)) ? "expansion" : undefined;
}

/** Returns the characters before the first line that is the delimiter. */
function lengthOfHeredoc(text: string, word: string, isDashed: boolean): number | undefined {
  let at = 0;
  for (const line of text.split("\n")) {
    if ((isDashed ? line.replace(/^\t+/, "") : line) === word) return at;
    at += line.length + 1;
  }
  return undefined;
}

const isOnLine = (source: string, line: number, { start, text }: ShellNode): boolean =>
  start >= line &&
  source.slice(line, start).trim() === "" &&
  !source
    .slice(line, start + text.length)
    .trimEnd()
    .includes("\n");
