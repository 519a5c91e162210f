/** Walks the tree of a shell text and collects what its commands need. Doubts each part that it does not know (PM-4). */
import { literalPattern, type Need, type Unsure } from "../../../src-preload/contract/domain/permissions";
import { isHarmlessVariable, isOwnVariable } from "./command-kinds";
import { isPlainTest } from "./inner-commands";
import { readRedirection, unsureOfHeredoc } from "./redirections";
import type { ShellNode } from "./shell-tree";
import { addSimpleCommand, type Reading } from "./simple-command";
import { findGapFault } from "./tree-gaps";
import { readWord, type Word } from "./words";

export interface TextReading extends Reading {
  source: string;
  workspace_root: string;
  /** Commands around this text. */
  depth: number;
  /** A file is read or written by a redirection. */
  redirects: boolean;
}

type Handler = (node: ShellNode, reading: TextReading) => void;

const addNeed = (reading: TextReading, need: Need): void => {
  reading.found.push({ need, reads_paths: false });
};

/** Adds a need that its user is asked about each time. */
export function addDoubt(reading: TextReading, target: string, unsure: Unsure): void {
  addNeed(reading, { permission: "command", target: target.trim(), unsure });
}

function checkGaps(node: ShellNode, reading: TextReading): void {
  const fault = findGapFault(node, reading.source);
  if (fault !== undefined) addDoubt(reading, fault, "not-parsed");
}

export function readNode(node: ShellNode, reading: TextReading): void {
  checkGaps(node, reading);
  const handler = HANDLERS.get(node.type);
  if (!node.named) return;
  if (handler !== undefined) return handler(node, reading);
  addDoubt(reading, node.text, "not-parsed");
  readChildren(node, reading);
}

function readChildren(node: ShellNode, reading: TextReading): void {
  for (const child of node.children) {
    const isWord = WORD_HOLDERS.has(node.type) && WORDS.has(child.type);
    if (isWord && readWord(child.text).kind === "broken") addDoubt(reading, node.text, "not-parsed");
    readNode(child, reading);
  }
}

const nameOf = (assignment: ShellNode): string =>
  assignment.children.find(({ type }) => type === "variable_name" || type === "subscript")?.text ?? "";

/** @param extra words that stand after the command's redirections */
function readCommand(node: ShellNode, reading: TextReading, extra: readonly Word[] = []): void {
  const words: Word[] = [];
  const assigned: string[] = [];
  for (const child of node.children) {
    if (child.type === "command_name" || child.field === "argument") words.push(readWord(child.text));
    else if (child.type === "variable_assignment") assigned.push(nameOf(child));
    else if (child.type === "file_redirect") words.push(...readFileRedirect(child, reading));
    else if (child.type !== "herestring_redirect") addDoubt(reading, node.text, "not-parsed");
  }
  addSimpleCommand({ words: [...words, ...extra], assigned }, reading, reading.depth);
  for (const child of node.children) {
    if (child.type === "file_redirect") continue;
    checkGaps(child, reading);
    readChildren(child, reading);
  }
}

/** Returns the words that belong to the command. */
function readFileRedirect(node: ShellNode, reading: TextReading): Word[] {
  checkGaps(node, reading);
  const redirection = readRedirection(node, reading);
  if (redirection.need !== undefined) {
    reading.redirects = true;
    addNeed(reading, redirection.need);
  }
  readChildren(node, reading);
  return redirection.arguments;
}

function readRedirected(node: ShellNode, reading: TextReading): void {
  const body = node.children.find(({ field }) => field === "body");
  const extra: Word[] = [];
  for (const child of node.children) {
    if (child === body) continue;
    if (child.type === "file_redirect") extra.push(...readFileRedirect(child, reading));
    else readNode(child, reading);
  }
  // In `sh`, `a &> file b` is `a & > file b`.
  if (extra.length > 0 && (body?.type !== "command" || node.children.some(isBothStreams)))
    addDoubt(reading, node.text, "redirect");
  if (body?.type === "command") {
    checkGaps(body, reading);
    return readCommand(body, reading, extra);
  }
  if (body !== undefined) readNode(body, reading);
}

const isBothStreams = (node: ShellNode): boolean => node.children.some(({ type }) => type.startsWith("&>"));

/** A redirection whose command is not plain, as in `$(< file)`. */
function readLoneRedirect(node: ShellNode, reading: TextReading): void {
  if (readFileRedirect(node, reading).length > 0) addDoubt(reading, node.text, "redirect");
}

function readHeredoc(node: ShellNode, reading: TextReading): void {
  const unsure = unsureOfHeredoc(node, reading.source);
  if (unsure !== undefined) addDoubt(reading, node.text, unsure);
  for (const child of node.children) {
    if (child.type === "file_redirect") readLoneRedirect(child, reading);
    else readNode(child, reading);
  }
}

function readAssignment(node: ShellNode, reading: TextReading): void {
  const assignments = node.type === "variable_assignment" ? [node] : node.children;
  const isOwn = assignments.every((assignment) => isOwnVariable(nameOf(assignment)));
  addVariable(node, reading, isOwn);
  for (const assignment of assignments) readChildren(assignment, reading);
}

function addVariable(node: ShellNode, reading: TextReading, isOwn: boolean): void {
  if (!isOwn) return addDoubt(reading, node.text, "runs-text");
  const { text: target } = node;
  addNeed(reading, { permission: "command", target, suggestion: literalPattern(target) });
}

/** `export NODE_ENV=test` is plain. Options and other names change what later commands do. */
function readDeclaration(node: ShellNode, reading: TextReading): void {
  const [keyword, ...rest] = node.children;
  const isPlain =
    keyword?.type === "export" &&
    rest.length > 0 &&
    rest.every((child) => child.type === "variable_assignment" && isHarmlessVariable(nameOf(child)));
  addVariable(node, reading, isPlain);
  for (const child of node.children) readChildren(child, reading);
}

function readLoop(node: ShellNode, reading: TextReading): void {
  const variable = node.children.find(({ field }) => field === "variable");
  if (variable === undefined || !isOwnVariable(variable.text)) addDoubt(reading, node.text, "runs-text");
  readChildren(node, reading);
}

function readTest(node: ShellNode, reading: TextReading): void {
  const inner = node.text.replace(/^\[\[?/, "").replace(/\]\]?$/, "");
  const lead = inner
    .split(/\s+/)
    .map((word) => reading.leads.of(word, "read"))
    .find(Boolean);
  const unsure = isPlainTest(inner) ? lead : "expansion";
  if (unsure !== undefined) addDoubt(reading, node.text, unsure);
  else addNeed(reading, { permission: "command", target: node.text, suggestion: literalPattern(node.text) });
  readChildren(node, reading);
}

/** Returns a handler that doubts the whole node and then reads what is in it, so that a `deny` holds. */
const doubting =
  (unsure: Unsure): Handler =>
  (node, reading) => {
    addDoubt(reading, node.text, unsure);
    readChildren(node, reading);
  };

function readGroup(node: ShellNode, reading: TextReading): void {
  // Arithmetic runs the commands in the indices of arrays, and `sh` reads it as commands.
  if (node.children[0]?.type === "((") addDoubt(reading, node.text, "expansion");
  readChildren(node, reading);
}

function readSubstitution(node: ShellNode, reading: TextReading): void {
  // A backslash between backticks is taken away before the commands are read.
  if (node.text.startsWith("`") && node.text.includes("\\")) addDoubt(reading, node.text, "not-parsed");
  readChildren(node, reading);
}

function readComment(node: ShellNode, reading: TextReading): void {
  // Elsewhere the shell takes `#` for a part of a word.
  if (!/^[\s;&|()]?$/.test(reading.source.charAt(node.start - 1))) addDoubt(reading, node.text, "not-parsed");
}

const PLAIN_GROUPS = [
  ...["program", "list", "pipeline", "subshell", "if_statement", "elif_clause", "else_clause", "do_group"],
  ...["while_statement", "case_statement", "case_item", "negated_command", "herestring_redirect"],
];
/** Parts of words and of arithmetic. Whether a word is plain is not read from them. */
const PARTS = [
  ...["word", "string", "raw_string", "string_content", "number", "concatenation", "command_name"],
  ...["expansion", "simple_expansion", "arithmetic_expansion", "brace_expression", "variable_name"],
  ...["special_variable_name", "array", "subscript", "regex", "extglob_pattern", "ansi_c_string"],
  ...[
    "translated_string",
    "file_descriptor",
    "heredoc_start",
    "heredoc_body",
    "heredoc_content",
    "heredoc_end",
  ],
  ...["unary_expression", "binary_expression", "ternary_expression", "postfix_expression"],
  ...["parenthesized_expression", "test_operator"],
];

/** Nodes whose words are no arguments of a command, but have to be words of the shell all the same. */
const WORD_HOLDERS = new Set([
  ...["herestring_redirect", "for_statement", "case_statement", "case_item", "variable_assignment", "array"],
]);
const WORDS = new Set([
  ...["word", "string", "raw_string", "number", "concatenation", "expansion", "simple_expansion"],
  ...["ansi_c_string", "translated_string", "brace_expression"],
]);

const KNOWN: [string, Handler][] = [
  ...[...PLAIN_GROUPS, ...PARTS].map((type): [string, Handler] => [type, readChildren]),
  ["command", readCommand],
  ["redirected_statement", readRedirected],
  ["file_redirect", readLoneRedirect],
  ["heredoc_redirect", readHeredoc],
  ["variable_assignment", readAssignment],
  ["variable_assignments", readAssignment],
  ["declaration_command", readDeclaration],
  ["unset_command", doubting("runs-text")],
  ["function_definition", doubting("runs-text")],
  ["for_statement", readLoop],
  ["c_style_for_statement", doubting("expansion")],
  ["compound_statement", readGroup],
  ["test_command", readTest],
  ["command_substitution", readSubstitution],
  ["process_substitution", readSubstitution],
  ["comment", readComment],
];
const HANDLERS: ReadonlyMap<string, Handler> = new Map(KNOWN);
