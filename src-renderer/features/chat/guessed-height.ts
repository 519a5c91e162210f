/** How high words will be, more or less, before they have been laid out. */

/** CSS pixels of a line, and characters in it. */
export const LINE = 21;
const CHARACTERS = 90;
/** A letter of China, Japan or Korea is as wide as two. */
const WIDE = /[\u2e80-\ud7ff\uff00-\uffef]/;

/** CSS pixels of words that flow: an end of a line is a blank. */
export const heightOfFlow = (text: string): number =>
  Math.ceil((text.length * (WIDE.test(text.slice(0, 200)) ? 2 : 1)) / CHARACTERS) * LINE;

/** CSS pixels of words that have a line for each of their own, at the least. */
export function heightOfLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return Math.max(lines * LINE, heightOfFlow(text));
}
