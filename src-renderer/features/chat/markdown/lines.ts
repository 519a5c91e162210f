/**
 * Tells the kind of block that a line of Markdown begins, as far as the cutting into blocks needs it. Pure, and linear in the line. No
 * expression here has two adjacent repetitions that fit the same characters, because those would try each way to divide them.
 */

/** The most nested containers (quotes, list items). Deeper text is nobody's prose, and would cost stack. */
const DEEPEST = 24;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^( *)([-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
/** One column of a table's rule, without the blanks around it. */
const RULE_OF_COLUMN = /^:?-+:?$/;
/** The most characters of a table's rule. */
const LONGEST_RULE = 4_000;
/** The most columns of a table. Nobody reads a wider one. */
const MOST_COLUMNS = 400;
const CONTAINER = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])/y;

export interface Fence {
  /** The characters that opened the fence. As many or more of them close it. */
  marker: string;
  info: string;
}

/** Only these blanks make a blank line in Markdown. A line of other invisible characters is a paragraph. */
export const isBlank = (line: string): boolean => /^[ \t\r]*$/.test(line);

export const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Returns the fence that this line opens, or undefined. */
export function fenceOf(line: string): Fence | undefined {
  const [start, marker] = FENCE.exec(line) ?? [];
  if (start === undefined || marker === undefined) return undefined;
  const info = line.slice(start.length).trim();
  // A backtick after the opening backticks makes it a code span: ```a```.
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

/** Returns the line without the marks of quotes and list items before it. */
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

/** Returns true for a line like `[^label]: …`. */
export const isFootnote = (line: string): boolean => /^ {0,3}\[\^[^\]\s]{1,200}\]:/.test(line);

/** Returns the closing mark of a display formula (`$$` or `\[`) that begins here and does not end here. */
export function formulaOf(line: string): string | undefined {
  const text = line.trim();
  if (text.startsWith("$$"))
    return text.length > 2 && text.endsWith("$$") && text !== "$$$" ? undefined : "$$";
  if (text.startsWith("\\[")) return text.includes("\\]") ? undefined : "\\]";
  return undefined;
}

/** Counts the columns of a row by its unescaped bars. */
export function columnsOf(row: string): number {
  const bars = row
    .trim()
    .replace(/^\||\|$/g, "")
    .match(/(?<!\\)\|/g);
  return (bars?.length ?? 0) + 1;
}

/** Returns the number of columns of a table's rule (`| --- | :-: |`), or undefined for any other line. */
function columnsOfRule(line: string): number | undefined {
  if (line.length > LONGEST_RULE || !line.includes("-") || indentOf(line) > 3) return undefined;
  const columns = line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|");
  return columns.every((column) => RULE_OF_COLUMN.test(column.trim())) ? columns.length : undefined;
}

/**
 * Returns the number of columns of the table that these two lines begin, or undefined if they begin none. GFM wants a row of names and a
 * rule with as many columns.
 */
function columnsOfTable(line: string, next: string): number | undefined {
  if (!line.includes("|") || indentOf(line) > 3) return undefined;
  const columns = columnsOfRule(next);
  return columns === columnsOf(line) ? columns : undefined;
}

/** Returns true for a row of names and a rule with as many columns (GFM). */
export const beginsTable = (line: string, next: string): boolean => columnsOfTable(line, next) !== undefined;

/** Returns true if a table with such a line has more columns than are laid out. */
export const isTooWide = (line: string): boolean => columnsOf(line) > MOST_COLUMNS;
