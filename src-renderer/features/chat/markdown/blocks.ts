/**
 * Cuts growing Markdown into blocks that can each be parsed alone. A block is settled as soon as no later text can change it. A settled
 * block stays the same object, so only the tail is parsed again. The joined sources of the blocks are the text, to the character. The cuts
 * depend on complete lines alone, so a text that grew is cut like one that came whole.
 */
import { flat } from "../flat";
import { changesOf, endOfChanges, MOST_CHANGES } from "../letters";
import {
  IMAGE_BEGINS,
  Lines,
  LONGEST_PROSE,
  LOOKED_AT,
  longLine,
  SOFT_SIZE,
  wholeCharacter,
} from "./line-reader";
import {
  beginsTable,
  closesFence,
  columnsOf,
  type Fence,
  fenceOf,
  indentOf,
  isBlank,
  isFootnote,
  isHeading,
  isQuote,
  isTooDeep,
  isTooWide,
  listItemOf,
} from "./lines";
import { endOfProse } from "./prose";

/** The most rows and cells of a table. Each new row lays the whole table out again. The rest is shown as text. */
export const MOST_ROWS = 500;
const MOST_CELLS = 6_000;
/** The most characters of a table. The rest is shown as text as well. */
const LARGEST_TABLE = 200_000;

export type Block = {
  /** The text that this block was cut from. */
  source: string;
} & (
  | { kind: "prose" /** True if the block before was cut for its length. */; continues: boolean }
  | { kind: "code"; info: string; code: string; closed: boolean }
  | { kind: "table" }
  | { kind: "footnote" }
  | { kind: "image"; alt: string; address: string }
  /** Too deep or too large, and therefore shown as text. `continues`: the block goes on from the one before it. */
  | { kind: "plain"; continues: boolean }
);

const IMAGE = /^!\[([^\]\n]{0,400})\]\((data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*)\)[ \t]*$/;

interface Cut {
  block: Block;
  end: number;
}

/** Returns the block at `from` if it is settled; undefined while later text may still belong to it. */
function settledBlock(
  lines: Lines,
  from: number,
  before: Block | undefined,
  searched: Searched,
): Cut | undefined {
  const first = firstLine(lines, from);
  if (first === undefined) return undefined;
  const { start, end, line } = first;
  const continues = from === start && staysPlain(before, line);
  if (isTooDeep(line) || continues) return plainBlock(lines, from, start, continues);
  const source = (until: number) => flat(lines.text.slice(from, until));
  const fence = fenceOf(line);
  if (fence !== undefined) return codeBlock(lines, from, end, fence, searched);
  const [, alt, address] = line.startsWith("![") ? (IMAGE.exec(flat(lines.whole(start, end))) ?? []) : [];
  if (alt !== undefined && address !== undefined)
    return { block: { kind: "image", source: source(end), alt, address }, end };
  const table = endOfTableAt(lines, first);
  if (table === "open") return undefined;
  if (table !== undefined) return { block: tableBlock(line, source(table)), end: table };
  const heading = isHeading(line) && end - start <= LONGEST_PROSE;
  const until = heading ? { end } : endOfProse(lines, start, end, line);
  if (until === undefined) return undefined;
  if (until.tooDeep) return plainBlock(lines, from, start, false);
  if (isFootnote(line)) return { block: { kind: "footnote", source: source(until.end) }, end: until.end };
  return {
    block: { kind: "prose", source: source(until.end), continues: wasCut(before, lines.text, from) },
    end: until.end,
  };
}

function codeBlock(
  lines: Lines,
  from: number,
  content: number,
  fence: Fence,
  searched: Searched,
): Cut | undefined {
  const close = endOfFence(lines, content, fence, searched);
  if (close === undefined) return undefined;
  const source = flat(lines.text.slice(from, close.end));
  const code = codeBetween(source, content - from, close.start - from);
  return {
    block: { kind: "code", source, info: flat(fence.info), code, closed: close.found },
    end: close.end,
  };
}

const tableBlock = (names: string, source: string): Block =>
  isTooWide(names) ? { kind: "plain", source, continues: false } : { kind: "table", source };

/** Returns the end of a table that begins with this line. Only the next line decides that there is a table; "open" while it is missing. */
function endOfTableAt(lines: Lines, { start, end, line }: Line): number | "open" | undefined {
  if (!line.includes("|") || end - start >= LONGEST_PROSE || changesOf(line) > MOST_CHANGES) return undefined;
  const secondEnd = lines.end(end);
  if (secondEnd === undefined) return lines.ended ? undefined : "open";
  if (!beginsTable(line, lines.at(end, secondEnd))) return undefined;
  return endOfTable(lines, line, secondEnd) ?? "open";
}

/**
 * The least changes of script in a block that was cut because of them. Such a cut falls behind the last blank in the last three quarters.
 */
const LEAST_CUT = MOST_CHANGES / 4;

/** Returns true if the block before was cut in the middle, without a blank line at its end. */
function wasCut(before: Block | undefined, text: string, from: number): boolean {
  if (before?.kind !== "prose" || /\n[ \t]*\r?\n$/.test(before.source)) return false;
  const source = before.source.replace(/^(?:[ \t]*\r?\n)+/, "");
  const isList = listItemOf(source.slice(0, LOOKED_AT)) !== undefined;
  if (isList && listItemOf(text.slice(from, from + LOOKED_AT)) !== undefined) return true;
  if (source.length <= SOFT_SIZE && changesOf(source) < LEAST_CUT) return false;
  return !isHeading(text.slice(from, from + 8));
}

interface Line {
  start: number;
  end: number;
  line: string;
}

/**
 * Returns true if a line is the rest of a table that was too long, or of plain text that was cut for its length. Such a line is not parsed
 * as anything else.
 */
function staysPlain(before: Block | undefined, line: string): boolean {
  if (before?.kind === "table") return isCutTable(before.source) && line.includes("|");
  return before?.kind === "plain" && !/\n[ \t]*\r?\n$/.test(before.source);
}

function isCutTable(source: string): boolean {
  const [names = "", , ...rows] = source.trim().split("\n");
  return source.length >= LARGEST_TABLE || rows.length >= rowsOfTable(names);
}

const rowsOfTable = (names: string): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / columnsOf(names))));

/** Remembers how far the closing fence of the tail has been searched for, so that megabytes of code are not read again with each word. */
class Searched {
  #content = 0;
  #to = 0;
  #before = "";

  /** Returns where to go on for the code that begins at `content`. */
  from(text: string, content: number): number {
    const known = this.#content === content && text.startsWith(this.#before, this.#to - this.#before.length);
    return known && this.#to > content ? this.#to : content;
  }

  /** Notes that no line before `to` closes the fence. */
  note(text: string, content: number, to: number): void {
    this.#content = content;
    this.#to = to;
    this.#before = flat(text.slice(Math.max(content, to - 64), to));
  }
}

/** Returns the first line that is not blank. Blank lines before it belong to the block. */
function firstLine(lines: Lines, from: number): Line | undefined {
  let start = from;
  for (;;) {
    const end = lines.end(start) ?? longLine(lines, start);
    if (end === undefined) return undefined;
    const line = lines.at(start, end);
    if (!isBlank(line)) return { start, end, line };
    if (end >= lines.text.length) return lines.ended ? { start, end, line } : undefined;
    start = end;
  }
}

function endOfFence(
  lines: Lines,
  content: number,
  fence: Fence,
  searched: Searched,
): { start: number; end: number; found: boolean } | undefined {
  const { text } = lines;
  let start = searched.from(text, content);
  while (start < text.length) {
    const end = lines.end(start);
    if (end === undefined) break;
    // Only a line that begins like a fence needs a closer look.
    const at = text.charAt(start);
    if (
      (at === fence.marker.charAt(0) || at === " ") &&
      closesFence(lines.at(start, end), fence) &&
      indentOf(lines.at(start, end)) < 4
    )
      return { start, end, found: true };
    start = end;
  }
  if (lines.ended) return { start: text.length, end: text.length, found: false };
  searched.note(text, content, start);
  return undefined;
}

/** Returns the text between the lines of a fence, without the newline before the closing one. */
function codeBetween(text: string, from: number, to: number): string {
  const code = text.slice(from, to);
  return code.endsWith("\n") ? code.slice(0, -1) : code;
}

/** `from`: the beginning of the rows. */
function endOfTable(lines: Lines, names: string, from: number): number | undefined {
  const most = rowsOfTable(names);
  let start = from;
  for (let row = 0; row < most; row++) {
    const end = lines.end(start);
    if (end === undefined) return lines.ended ? start : undefined;
    if (start - from > LARGEST_TABLE) return start;
    const line = lines.at(start, end);
    if (isBlank(line)) return end;
    if (fenceOf(line) !== undefined || isHeading(line) || isQuote(line) || listItemOf(line) !== undefined)
      return start;
    if (end - start > LONGEST_PROSE || changesOf(line) > MOST_CHANGES) return start;
    start = end;
  }
  return start;
}

/** Cuts plain text at the next blank line, or after a page. */
function plainBlock(lines: Lines, from: number, first: number, continues: boolean): Cut | undefined {
  const { text } = lines;
  const heavy = endOfChanges(text, first, first + LONGEST_PROSE);
  const longest = heavy < text.length ? heavy : first + LONGEST_PROSE;
  let start = first;
  for (;;) {
    const end = lines.end(start);
    if (end === undefined && text.length <= longest) return undefined;
    const stop = Math.min(end ?? text.length, longest);
    const blank = end !== undefined && isBlank(lines.at(start, end));
    if (blank || stop >= longest || stop >= text.length) {
      if (stop >= text.length && !lines.ended && !blank && stop < longest) return undefined;
      const until = wholeCharacter(text, stop);
      return { block: { kind: "plain", source: flat(text.slice(from, until)), continues }, end: until };
    }
    start = stop;
  }
}

/** Returns the tail as a block, as far as it has arrived. */
function openBlock(text: string, from: number, before: Block | undefined): Block {
  const source = text.slice(from);
  const lead = /^(?:[ \t]*\r?\n)*/.exec(source)?.[0].length ?? 0;
  const lineEnd = source.indexOf("\n", lead);
  const line = source.slice(lead, Math.min(lineEnd < 0 ? source.length : lineEnd, lead + LOOKED_AT));
  if (lead === 0 && staysPlain(before, line)) return { kind: "plain", source, continues: true };
  const fence = fenceOf(line);
  if (fence !== undefined && lineEnd >= 0) {
    const code = source.slice(lineEnd + 1);
    return {
      kind: "code",
      source,
      info: fence.info,
      code: code.endsWith("\n") ? code.slice(0, -1) : code,
      closed: false,
    };
  }
  if (lineEnd < 0 && /^!\[[^\]\n]{0,400}\]\(data:/.test(line) && IMAGE_BEGINS.test(source.slice(lead)))
    return { kind: "image", source, alt: "", address: "" };
  if (isTooDeep(line)) return { kind: "plain", source, continues: false };
  if (lineEnd >= 0) {
    const next = source.indexOf("\n", lineEnd + 1);
    if (next >= 0 && beginsTable(line, source.slice(lineEnd + 1, next))) return tableBlock(line, source);
  }
  if (isFootnote(line)) return { kind: "footnote", source };
  return {
    kind: "prose",
    source,
    continues: wasCut(before, text, from),
  };
}

export class MarkdownBlocks {
  #settled: Block[] = [];
  #end = 0;
  #ended = false;
  readonly #searched = new Searched();

  /**
   * Returns the settled blocks of `text`, and the one that is still open. If the text has only grown, the settled blocks are the same
   * objects as before.
   */
  of(text: string, ended: boolean): { settled: readonly Block[]; open: Block | undefined } {
    if (!this.#continues(text, ended)) {
      this.#settled = [];
      this.#end = 0;
    }
    this.#ended = ended;
    const lines = new Lines(text, ended);
    const settled = [...this.#settled];
    while (this.#end < text.length) {
      const cut = settledBlock(lines, this.#end, settled.at(-1), this.#searched);
      if (cut === undefined || cut.end <= this.#end) break;
      settled.push(cut.block);
      this.#end = cut.end;
    }
    if (settled.length > this.#settled.length) this.#settled = settled;
    const open = this.#end < text.length ? openBlock(text, this.#end, settled.at(-1)) : undefined;
    return { settled: this.#settled, open };
  }

  #continues(text: string, ended: boolean): boolean {
    const last = this.#settled.at(-1);
    // A block that was settled by the end of the text may go on when more text arrives.
    if (this.#ended && !(ended && text.length === this.#end)) return false;
    return (
      text.length >= this.#end &&
      (last === undefined || text.startsWith(last.source, this.#end - last.source.length))
    );
  }
}
