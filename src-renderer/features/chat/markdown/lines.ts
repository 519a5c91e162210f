/**
 * The kind of block that a line of Markdown begins, as far as cutting text into blocks needs it. Pure, and linear in the line: no expression here has
 * two repetitions side by side that the same characters fit, which would try each way of sharing them out.
 */

/** Containers (quotes, list items) inside of each other; more than this is nobody's prose, and would cost stack. */
const DEEPEST = 24;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^( *)([-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
/** One column of a table's rule, without the blanks around it. */
const RULE_OF_COLUMN = /^:?-+:?$/;
/** Characters of a table's rule; a longer one is nobody's. */
const LONGEST_RULE = 4_000;
/** Columns; more of them are no table that anybody reads. */
const MOST_COLUMNS = 400;
const CONTAINER = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])/y;

export interface Fence {
  /** The characters that opened it; as many or more of them close it. */
  marker: string;
  info: string;
}

/** Only these blanks make a blank line in Markdown: a line of other invisible characters is a paragraph. */
export const isBlank = (line: string): boolean => /^[ \t\r]*$/.test(line);

export const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The fence this line opens, or undefined. */
export function fenceOf(line: string): Fence | undefined {
  const [start, marker] = FENCE.exec(line) ?? [];
  if (start === undefined || marker === undefined) return undefined;
  const info = line.slice(start.length).trim();
  // A backtick behind backticks makes it a code span: ```a```.
  return marker.startsWith("`") && info.includes("`") ? undefined : { marker, info };
}

export function closesFence(line: string, { marker }: Fence): boolean {
  const text = line.trim();
  return text.startsWith(marker) && text === marker.charAt(0).repeat(text.length);
}

export interface ListItem {
  indent: number;
  marker: string;
}

export function listItemOf(line: string): ListItem | undefined {
  const [, spaces, marker] = LIST_ITEM.exec(line) ?? [];
  return spaces === undefined || marker === undefined ? undefined : { indent: spaces.length, marker };
}

/** Without the marks of quotes and list items before it. */
export function withoutContainers(line: string): string {
  return line.slice(containersOf(line).end);
}

export const isTooDeep = (line: string): boolean =>
  containersOf(line).count > DEEPEST || (indentOf(line) > 4 * DEEPEST && listItemOf(line) !== undefined);

function containersOf(line: string): { count: number; end: number } {
  let count = 0;
  let end = 0;
  for (;;) {
    CONTAINER.lastIndex = end;
    if (!CONTAINER.test(line)) return { count, end };
    count += 1;
    end = CONTAINER.lastIndex;
    if (count > DEEPEST) return { count, end };
  }
}

export const isHeading = (line: string): boolean => /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line);

export const isQuote = (line: string): boolean => /^ {0,3}>/.test(line);

/** `[^label]: …` */
export const isFootnote = (line: string): boolean => /^ {0,3}\[\^[^\]\s]{1,200}\]:/.test(line);

/** A display formula that begins here and does not end here: `$$` or `\[`. Gives what closes it. */
export function formulaOf(line: string): string | undefined {
  const text = line.trim();
  if (text.startsWith("$$"))
    return text.length > 2 && text.endsWith("$$") && text !== "$$$" ? undefined : "$$";
  if (text.startsWith("\\[")) return text.includes("\\]") ? undefined : "\\]";
  return undefined;
}

/** Columns of a row, by its unescaped bars. */
export function columnsOf(row: string): number {
  const bars = row
    .trim()
    .replace(/^\||\|$/g, "")
    .match(/(?<!\\)\|/g);
  return (bars?.length ?? 0) + 1;
}

/** The columns of a table's rule (`| --- | :-: |`), or undefined where the line is none. */
function columnsOfRule(line: string): number | undefined {
  if (line.length > LONGEST_RULE || !line.includes("-") || indentOf(line) > 3) return undefined;
  const columns = line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|");
  return columns.every((column) => RULE_OF_COLUMN.test(column.trim())) ? columns.length : undefined;
}

/** How many columns a table has that these two lines begin: GFM wants a row of names and a rule with as many. Undefined: no table. */
function columnsOfTable(line: string, next: string): number | undefined {
  if (!line.includes("|") || indentOf(line) > 3) return undefined;
  const columns = columnsOfRule(next);
  return columns === columnsOf(line) ? columns : undefined;
}

/** GFM: a row of names and a rule with as many columns. */
export const beginsTable = (line: string, next: string): boolean => columnsOfTable(line, next) !== undefined;

/** Returns true if a table with such a line has more columns than are laid out. */
export const isTooWide = (line: string): boolean => columnsOf(line) > MOST_COLUMNS;
