/** Finds the end of prose: paragraphs, lists, quotes and formulas, with everything that belongs to them. */
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

/** The most characters of code within a list or a quote, with which it has to be parsed. */
const LONGEST_NESTED = 32_000;

/** The items after which a list is cut at its next item. Each item is an element with a mark of its own, however short it is. */
const MOST_ITEMS = 100;

/** The most lines of prose. Each may end in a break of its own, which takes as much work as a dozen letters. */
const MOST_LINES = 500;

/** A list whose items are all numbered 0 or 1 counts from there. After a cut its count would begin again. */
const FIRST_OF_COUNT = /^0*[01][.)]$/;

/** Follows prose line by line: formulas, paragraphs, and lists and quotes with their content. */
class Prose {
  readonly #list: number | undefined;
  readonly #quote: boolean;
  readonly #footnote: boolean;
  readonly #indented: boolean;
  #fence: Fence | undefined;
  #formula: string | undefined;
  #blank = false;
  /** The lines that are not blank, and the changes of script and the items in them, so far. */
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

  /** Returns true if a block of so many characters has to end. */
  isFull(characters: number): boolean {
    if (this.#fence !== undefined) return characters > LONGEST_NESTED;
    const most = this.#formula === undefined ? LONGEST_PROSE : LONGEST_NESTED;
    return characters > most || this.#changes > MOST_CHANGES || this.#lines > MOST_LINES;
  }

  /** Takes a line in if it belongs to the block. Returns true if it does. */
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

  /** Returns true if a long list may be cut before this line: one of its own items, but not the first of a count. */
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

  /** Returns true if the line ends the item and everything open in it, because its indent is less than that of the item's content. */
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

/** Returns a line and the next one, which decides if there is a table; undefined while it is not certain yet. */
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

/** Cuts a line between two words, near the greatest length of a block. `end`: the end of the line. */
function cutOfLine(text: string, from: number, end: number): number {
  const longest = endOfChanges(text, from, Math.min(end, from + LONGEST_PROSE));
  const word = from + text.slice(from, longest).lastIndexOf(" ") + 1;
  return word > from + (longest - from) / 4 ? word : wholeCharacter(text, longest);
}
