/** The rows of a change, read from its unified patch. A patch is hostile: anything that is no hunk is context. */

export type RowKind = "hunk" | "same" | "added" | "removed" | "note";

export interface DiffRow {
  kind: RowKind;
  text: string;
  /** Line numbers, from 1, where a line is there. */
  before?: number;
  after?: number;
}

export interface DiffRows {
  rows: DiffRow[];
  /** Lines that are not among the rows. */
  more: number;
}

export interface DiffBounds {
  /** Rows of all files together. */
  most: number;
  /** Characters of a line: the rest of it is cut. */
  longest: number;
}

/** For a change that was made: nobody reads more of it here. */
export const BRIEF: DiffBounds = { most: 400, longest: 2_000 };
/** For a change that somebody is asked about: all of it is shown (PM-2). */
export const WHOLE: DiffBounds = { most: 20_000, longest: Number.POSITIVE_INFINITY };

const HUNK = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@(.*)$/;
/** A hunk at a file's beginning leaves nothing out that a row would have to say. */
const FROM_THE_TOP = /^@@ -[01](?:,\d{1,9})? \+[01](?:,\d{1,9})? @@$/;

/** Reads lines one by one, because a patch may have a million of them. */
function* linesOf(text: string, longest: number): Generator<[line: string, end: number]> {
  for (let from = 0; from < text.length; ) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    yield [text.slice(from, Math.min(end, from + longest + 2)).replace(/\r$/, ""), end + 1];
    from = end + 1;
  }
}

function countLines(text: string, from: number): number {
  let lines = from < text.length ? 1 : 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < text.length - 1; at = text.indexOf("\n", at + 1))
    lines += 1;
  return lines;
}

/** Numbers the rows of hunks. */
class Numbering {
  #before = 0;
  #after = 0;

  constructor(private readonly longest: number) {}

  #cut(line: string): string {
    return line.length > this.longest ? `${line.slice(0, this.longest)}…` : line;
  }

  row(line: string): DiffRow {
    const [, before, after, place = ""] = HUNK.exec(line) ?? [];
    if (before !== undefined && after !== undefined) {
      this.#before = Number(before);
      this.#after = Number(after);
      return { kind: "hunk", text: this.#cut(place.trim()) };
    }
    const text = this.#cut(line.slice(1));
    if (line.startsWith("+")) return { kind: "added", text, after: this.#after++ };
    if (line.startsWith("-")) return { kind: "removed", text, before: this.#before++ };
    if (line.startsWith("\\")) return { kind: "note", text: text.trim() };
    return { kind: "same", text, before: this.#before++, after: this.#after++ };
  }
}

/** Returns the first lines of a patch as rows. */
export function diffRows(patch: string, { most, longest } = BRIEF): DiffRows {
  const numbering = new Numbering(longest);
  const rows: DiffRow[] = [];
  if (most <= 0) return { rows, more: countLines(patch, 0) };
  for (const [line, next] of linesOf(patch, longest)) {
    const row = numbering.row(line);
    if (rows.length === 0 && FROM_THE_TOP.test(line)) continue;
    rows.push(row);
    if (rows.length >= most) return { rows, more: countLines(patch, next) };
  }
  return { rows, more: 0 };
}
