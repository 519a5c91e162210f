/** Says what one simple command needs: how far its words can be trusted, and which other commands it runs (PM-4). */
import type { Need, Unsure } from "../../../src-preload/contract/domain/permissions";
import { literalPattern } from "../../../src-preload/contract/domain/permissions";
import type { Leads } from "./arguments";
import {
  HARMLESS,
  isHarmlessVariable,
  kindOf,
  RESERVED,
  RUNS_TEXT,
  SUGGESTED_WHOLE,
  WRAPPERS,
} from "./command-kinds";
import { innerCommands, isPlainTest, runsText } from "./inner-commands";
import { normalisedWord, type Word } from "./words";

export interface SimpleCommand {
  words: readonly Word[];
  /** The variables that are set for this command alone. */
  assigned: readonly string[];
}

/** The knowledge and the findings of a text's reader. */
export interface Reading {
  leads: Leads;
  /** The text changes its folder somewhere. */
  has_cd: boolean;
  found: Found[];
  /** Reads text that a command would run. */
  readText(text: string, depth: number): void;
}

export interface Found {
  need: Need;
  /** The command reads files whose place another command of the text could change before. */
  reads_paths: boolean;
}

/** Commands that run commands that run commands. */
const DEPTH = 8;

const FOLDER_CHANGES = /^(cd|chdir|pushd|popd)$/;
/** Commands that look at no path, whatever their words say. */
const PATHLESS = /^(echo|true|false)$/;

/** Adds the needs of a command, and of those that it runs. */
export function addSimpleCommand(command: SimpleCommand, reading: Reading, depth: number): void {
  const { words } = command;
  const [name] = words;
  if (name === undefined) return;
  const target = words.map(normalisedWord).join(" ");
  const unsure = unsureOf(command, reading, depth);
  const isSafe = unsure === undefined && command.assigned.length === 0 && isHarmless(words, reading);
  const suggestion = suggestionOf(words, target, unsure);
  reading.found.push({
    need: {
      ...{ permission: "command", target },
      ...(isSafe ? { safe: true } : {}),
      ...(unsure === undefined ? {} : { unsure }),
      ...(suggestion === undefined ? {} : { suggestion }),
    },
    reads_paths: HARMLESS.get(name.value ?? "")?.takes_paths === true && pathsOf(words).length > 0,
  });
  addReadNeeds(words, reading);
  if (depth >= DEPTH) return;
  const inner = innerCommands(words);
  for (const text of inner.texts) reading.readText(text, depth + 1);
  for (const run of inner.commands) addSimpleCommand(run, reading, depth + 1);
}

/** A rule for files holds for the commands that only read them, as it does for redirections. */
function addReadNeeds([name, ...rest]: readonly Word[], { leads, found }: Reading): void {
  const takesPaths = HARMLESS.get(kindOf(name?.value ?? ""))?.takes_paths === true;
  if (name === undefined || !takesPaths) return;
  for (const { value } of pathsOf([name, ...rest])) {
    if (value === undefined || value === "" || value === "-" || value === "--") continue;
    const unsure = leads.of(value, "read");
    for (const target of leads.placesOf(value))
      found.push({
        need: { permission: "read", target, ...(unsure === undefined ? { safe: true } : { unsure }) },
        reads_paths: false,
      });
  }
}

/** The gravest reason counts: only of `outside`, the last, may a rule say that it is wanted. */
function unsureOf({ words, assigned }: SimpleCommand, reading: Reading, depth: number): Unsure | undefined {
  const [name, ...rest] = words;
  if (name === undefined || words.some(({ kind }) => kind === "broken")) return "not-parsed";
  if (name.value === undefined || name.kind !== "literal") return "expansion";
  if (name.value === "" || RESERVED.has(name.source)) return "not-parsed";
  const kind = kindOf(name.value);
  if (assigned.some((variable) => !isHarmlessVariable(variable))) return "runs-text";
  if (FOLDER_CHANGES.test(kind)) return changeOfFolder(kind, rest, reading);
  if (RUNS_TEXT.has(kind) || runsText(kind, rest) || (WRAPPERS.has(kind) && depth >= DEPTH))
    return "runs-text";
  if (kind === "test" && !isPlainTest(rest.map(({ source }) => source).join(" "))) return "expansion";
  if (words.some(({ kind }) => kind === "expands")) return "expansion";
  return leadOf(name.value, rest, reading);
}

function leadOf(name: string, rest: readonly Word[], { leads }: Reading): Unsure | undefined {
  if (PATHLESS.test(name)) return undefined;
  const permission = HARMLESS.has(name) ? "read" : "edit";
  const found = rest.map(({ value = "" }) => leads.of(value, permission));
  if (/[\\/]/.test(name)) found.push(leads.of(name, "read"));
  return found.find((lead) => lead !== undefined && lead !== "outside") ?? found.find(Boolean);
}

function changeOfFolder(kind: string, rest: readonly Word[], reading: Reading): Unsure | undefined {
  reading.has_cd = true;
  const [folder] = rest;
  if (kind === "popd" || rest.length !== 1 || folder?.kind !== "literal") return "changes-folder";
  const { value = "" } = folder;
  return value === "" || /^[-+~]/.test(value) || !reading.leads.enter(value) ? "changes-folder" : undefined;
}

function isHarmless(words: readonly Word[], { has_cd }: Reading): boolean {
  const harmless = HARMLESS.get(words[0]?.value ?? "");
  if (harmless === undefined || words.some(({ kind }) => kind !== "literal")) return false;
  if (harmless.takes_paths && has_cd) return false;
  const values = words.slice(1).map(({ value = "" }) => value);
  return values.every((value) =>
    isOption(value) ? harmless.options.test(value) : (harmless.words?.test(value) ?? true),
  );
}

const isOption = (value: string): boolean => value.startsWith("-") && value !== "-" && value !== "--";

/** The arguments that are no options, nor the number after `-n`. */
const pathsOf = (words: readonly Word[]): Word[] =>
  words.slice(1).filter(({ value = "" }, at) => {
    const isCount = /^[-+]?\d+$/.test(value) && /^-[nc]$/.test(words[at]?.value ?? "");
    return !isOption(value) && !isCount;
  });

/** `npm test *` of `npm test --watch`. Returns undefined where the target itself is the pattern. */
function suggestionOf(
  words: readonly Word[],
  target: string,
  unsure: Unsure | undefined,
): string | undefined {
  const [name = "", second = ""] = words.map(({ value }) => value);
  const kind = kindOf(name);
  const hasFew = /^[\w.+-]+$/.test(name) && !SUGGESTED_WHOLE.has(kind) && !WRAPPERS.has(kind);
  if (unsure === undefined && hasFew && !runsText(kind, []))
    return /^[a-z][a-z0-9:_-]*$/.test(second) ? `${name} ${second} *` : `${name} *`;
  const literal = literalPattern(target);
  return literal === target ? undefined : literal;
}
