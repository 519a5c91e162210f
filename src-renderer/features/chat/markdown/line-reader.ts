/** Reads text that may still grow line by line: only a line that has ended, or is too long to wait for, is certain. */

import { endOfChanges } from "../letters";

/** Characters of prose after which a list is cut at its next item, and any prose at its next line or word: parsing grows faster than text. */
export const SOFT_SIZE = 2_000;
export const LONGEST_PROSE = 8_000;
/** Characters of an image in the text itself. */
const LARGEST_IMAGE = 1_500_000;

export const IMAGE_BEGINS = /^!\[[^\]\n]{0,400}\]\(data:image\/[a-z+]{1,12};base64,[A-Za-z0-9+/=]*$/;

/** Characters of a line that are looked at: what begins here shows in them, and a line of megabytes costs no more than one of these. */
export const LOOKED_AT = 2 * LONGEST_PROSE;

/** A reader of lines that knows where each begins; a line that has not ended yet is given only where the text has ended. */
export class Lines {
  /** Between these two places there is no newline; a long line is searched for its end once. */
  #clear = { from: -1, to: -1 };

  constructor(
    readonly text: string,
    readonly ended: boolean,
  ) {}

  /** Where the line at `from` ends, its newline included; undefined where it may still grow. */
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

  /** The line, or as much of it as is looked at. */
  at(from: number, end: number): string {
    return end - from > LOOKED_AT ? this.text.slice(from, from + LOOKED_AT) : this.whole(from, end);
  }

  /** The line, however long it is. */
  whole(from: number, end: number): string {
    const line = this.text.slice(from, end);
    return line.endsWith("\n") ? line.slice(0, line.endsWith("\r\n") ? -2 : -1) : line;
  }
}

/** A line that has become longer than any block may be is looked at before it ends; an image in the text is one line. */
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

/** Never between the two halves of a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
