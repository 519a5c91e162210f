/** Reads growing text line by line. Only a line that has ended, or is too long to wait for, is certain. */

import { endOfChanges } from "../letters";

/**
 * `SOFT_SIZE`: the characters after which a list is cut at its next item. `LONGEST_PROSE`: the characters after which any prose is cut, at
 * its next line or word. The cost of parsing grows faster than the text.
 */
export const SOFT_SIZE = 2_000;
export const LONGEST_PROSE = 8_000;
/** The most characters of an image within the text. */
const LARGEST_IMAGE = 1_500_000;

export const IMAGE_BEGINS = /^!\[[^\]\n]{0,400}\]\(data:image\/[a-z+]{1,12};base64,[A-Za-z0-9+/=]*$/;

/** The characters of a line that are looked at. They show the kind of block, and a line of megabytes costs no more than these. */
export const LOOKED_AT = 2 * LONGEST_PROSE;

/** Reads lines by their beginnings. A line without an end counts only if the text has ended. */
export class Lines {
  /** There is no newline between these two places, so a long line is searched for its end only once. */
  #clear = { from: -1, to: -1 };

  constructor(
    readonly text: string,
    readonly ended: boolean,
  ) {}

  /** Returns the end of the line at `from`, with its newline; undefined while the line may still grow. */
  end(from: number): number | undefined {
    const { text } = this;
    if (from < this.#clear.from || from > this.#clear.to) {
      const newline = text.indexOf("\n", from);
      this.#clear = { from, to: newline < 0 ? text.length : newline };
    }
    const { to } = this.#clear;
    if (to < text.length) return to + 1;
    return this.ended && from < text.length ? text.length : undefined;
  }

  /** Returns the line, or the part of it that is looked at. */
  at(from: number, end: number): string {
    return end - from > LOOKED_AT ? this.text.slice(from, from + LOOKED_AT) : this.whole(from, end);
  }

  /** Returns the line, however long it is. */
  whole(from: number, end: number): string {
    const line = this.text.slice(from, end);
    return line.endsWith("\n") ? line.slice(0, line.endsWith("\r\n") ? -2 : -1) : line;
  }
}

/** Returns an end for a line that is longer than any block may be, before it ends. An image in the text is one line. */
export function longLine(lines: Lines, start: number): number | undefined {
  const length = lines.text.length - start;
  if (endOfChanges(lines.text, start, start + LONGEST_PROSE) === lines.text.length) return undefined;
  if (
    length <= LARGEST_IMAGE &&
    lines.text.startsWith("![", start) &&
    IMAGE_BEGINS.test(lines.text.slice(start))
  )
    return undefined;
  return lines.text.length;
}

/** Moves a cut out of the middle of a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
