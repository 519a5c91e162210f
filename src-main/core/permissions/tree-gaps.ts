/** Finds text that the grammar skipped, or took for a space where the shell does not (PM-4). */
import type { ShellNode } from "./shell-tree";

/** Between the parts of these the grammar may skip only spaces. In words, quotes and arithmetic it skips more. */
const CHECKED = new Set([
  ...["program", "list", "pipeline", "subshell", "if_statement", "elif_clause", "else_clause", "do_group"],
  ...["while_statement", "for_statement", "case_statement", "case_item", "negated_command", "command"],
  ...["redirected_statement", "file_redirect", "variable_assignment", "variable_assignments"],
  ...["declaration_command", "unset_command", "function_definition", "compound_statement"],
  ...["command_substitution", "process_substitution", "herestring_redirect"],
]);
/** A line ends these: what follows is another command. */
const ON_ONE_LINE = new Set([
  ...["command", "redirected_statement", "file_redirect", "variable_assignment", "variable_assignments"],
  ...["declaration_command", "unset_command", "herestring_redirect", "negated_command"],
]);
/** Nodes whose parts are separate words only with a space between them. */
const SPACED = new Set([
  ...["command", "file_redirect", "variable_assignments", "declaration_command", "unset_command"],
  "for_statement",
]);

const SPACES = /^(?:[ \t\n]|\\\n)*$/;
/** Bash joins such lines without a space. */
const JOINED = /(?<![ \t\n])\\\n(?![ \t\n])/;
const LINE_END = /(?<!\\)\n/;

/** Returns the part of the text that is read in a doubtful way, or undefined. */
export function findGapFault(node: ShellNode, source: string): string | undefined {
  if (!CHECKED.has(node.type) || node.children.length === 0) return undefined;
  let end = node.type === "program" ? 0 : node.start;
  let before: ShellNode | undefined;
  for (const child of node.children) {
    if (isFaulty(node, before, child, source, end)) return node.text;
    end = child.end;
    before = child;
  }
  const last = node.type === "program" ? source.length : node.end;
  return SPACES.test(source.slice(end, last)) ? undefined : node.text;
}

function isFaulty(
  node: ShellNode,
  before: ShellNode | undefined,
  child: ShellNode,
  source: string,
  end: number,
): boolean {
  const gap = source.slice(end, child.start);
  if (!SPACES.test(gap)) return true;
  if (gap.includes("\\\n") && JOINED.test(source.slice(Math.max(0, end - 1), child.start + 1))) return true;
  if (before === undefined) return false;
  if (ON_ONE_LINE.has(node.type) && LINE_END.test(gap)) return true;
  return SPACED.has(node.type) && gap === "" && isPart(before) && isPart(child);
}

/** A redirection may stand right after a word. */
const isPart = ({ type, named, field }: ShellNode): boolean =>
  (named || field === "argument") && !type.endsWith("_redirect");
