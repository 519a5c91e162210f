/** Where prose ends: paragraphs, lists, quotes and formulas, with all that belongs to them. */
import { changesOf, endOfChanges, MOST_CHANGES } from "../letters";
import { type Lines, LONGEST_PROSE, longLine, SOFT_SIZE, wholeCharacter } from "./line-reader";
import {
  beginsTable,
  closesFence,
  type Fence,
  fenceOf,
  formulaOf,
  indentOf,
  isBlank,
  isFootnote,
  isHeading,
  isQuote,
  isTooDeep,
  listItemOf,
  withoutContainers,
} from "./lines";

/** Characters of code within a list or a quote: it can only be parsed together with it. */
const LONGEST_NESTED = 32_000;

/** Items after which a list is cut at its next item: each is an element with a mark of its own, however short it is. */
const MOST_ITEMS = 100;

/** Lines of prose; each may end in a break of its own, which takes as much work as a dozen letters. */
const MOST_LINES = 500;

/** A list whose items all have this number counts from it: behind a cut it would begin anew. */
const FIRST_OF_COUNT = /^0*[01][.)]$/;

/** Follows prose line by line: paragraphs, lists and quotes with all that is in them, formulas. */
class Prose {
  readonly #list: number | undefined;
  readonly #quote: boolean;
  readonly #footnote: boolean;
  readonly #indented: boolean;
  #fence: Fence | undefined;
  #formula: string | undefined;
  #blank = false;
  /** Lines that are not blank, and the changes of script and items in them, so far. */
  #lines = 0;
  #changes = 0;
  #items = 0;

  constructor(line: string) {
    this.#list = listItemOf(line)?.indent;
    this.#quote = isQuote(line);
    this.#footnote = isFootnote(line);
    this.#indented = indentOf(line) >= 4 && this.#list === undefined;
    this.#take(line);
  }

  /** True where a block of so many characters has to end. */
  isFull(characters: number): boolean {
    if (this.#fence !== undefined) return characters > LONGEST_NESTED;
    const most = this.#formula === undefined ? LONGEST_PROSE : LONGEST_NESTED;
    return characters > most || this.#changes > MOST_CHANGES || this.#lines > MOST_LINES;
  }

  /** Takes a line in if the block goes on in it, and returns whether it does. */
  goesOn(line: string, next: string | undefined): boolean {
    if (isBlank(line)) {
      this.#blank = true;
      if (this.#quote) this.#fence = undefined;
      return true;
    }
    if (this.#leavesItem(line)) this.#fence = undefined;
    if (this.#fence === undefined && this.#formula === undefined && this.#begins(line, next)) return false;
    this.#blank = false;
    this.#take(line);
    return true;
  }

  /** A list that has become long is cut before one of its own items, and not before the first of a count. */
  isCutBefore(line: string, characters: number): boolean {
    const isLong = characters > SOFT_SIZE || this.#items >= MOST_ITEMS || this.#changes > MOST_CHANGES / 2;
    if (!isLong) return false;
    const item = listItemOf(line);
    return (
      this.#list !== undefined &&
      this.#fence === undefined &&
      item !== undefined &&
      item.indent === this.#list &&
      !FIRST_OF_COUNT.test(item.marker)
    );
  }

  /** Less far in than the content of the item, which ends it and what is open in it. */
  #leavesItem(line: string): boolean {
    if (this.#quote) return !isQuote(line);
    return this.#list !== undefined && indentOf(line) <= this.#list;
  }

  /** Returns true if a new block begins with this line. */
  #begins(line: string, next: string | undefined): boolean {
    const indent = indentOf(line);
    const inside = this.#list !== undefined && (indent > this.#list + 1 || listItemOf(line) !== undefined);
    if (this.#blank) {
      if (this.#list !== undefined) return !inside;
      return !((this.#indented || this.#footnote) && indent >= 4);
    }
    if (inside || indent >= 4) return false;
    if (isFootnote(line) || isHeading(line) || fenceOf(line) !== undefined) return true;
    if (formulaOf(line) !== undefined && !this.#quote) return true;
    return next !== undefined && !this.#quote && beginsTable(line, next);
  }

  #take(line: string): void {
    this.#lines += 1;
    this.#changes += changesOf(line);
    if (listItemOf(line) !== undefined) this.#items += 1;
    if (this.#formula !== undefined) {
      if (line.trimEnd().endsWith(this.#formula)) this.#formula = undefined;
      return;
    }
    const inner = this.#list !== undefined || this.#quote ? withoutContainers(line).trimStart() : line;
    if (this.#fence !== undefined) {
      if (closesFence(inner, this.#fence)) this.#fence = undefined;
      return;
    }
    this.#fence = fenceOf(inner);
    if (this.#fence === undefined && !this.#indented) this.#formula = formulaOf(inner);
  }
}

export function endOfProse(
  lines: Lines,
  from: number,
  firstEnd: number,
  first: string,
): { end: number; tooDeep?: boolean } | undefined {
  const prose = new Prose(first);
  let start = firstEnd;
  let before = from;
  for (;;) {
    if (prose.isFull(start - from))
      return { end: before > from ? before : cutOfLine(lines.text, from, start) };
    const at = lineAt(lines, start);
    if (at === undefined) return lines.ended ? { end: lines.text.length } : undefined;
    const { end, line, next } = at;
    if (isTooDeep(line)) return { end: start, tooDeep: true };
    if (prose.isCutBefore(line, start - from) || !prose.goesOn(line, next)) return { end: start };
    before = start;
    start = end;
  }
}

/** A line and the one behind it, by which a table is told; undefined where it is not certain yet. */
function lineAt(
  lines: Lines,
  start: number,
): { end: number; line: string; next: string | undefined } | undefined {
  const end = lines.end(start) ?? longLine(lines, start);
  if (end === undefined) return undefined;
  const line = lines.at(start, end);
  const nextEnd = lines.end(end);
  if (nextEnd === undefined)
    return line.includes("|") && !lines.ended ? undefined : { end, line, next: undefined };
  return { end, line, next: lines.at(end, nextEnd) };
}

/** Between two words near the longest a block may be. `end`: of the line. */
function cutOfLine(text: string, from: number, end: number): number {
  const longest = endOfChanges(text, from, Math.min(end, from + LONGEST_PROSE));
  const word = from + text.slice(from, longest).lastIndexOf(" ") + 1;
  return word > from + (longest - from) / 4 ? word : wholeCharacter(text, longest);
}
