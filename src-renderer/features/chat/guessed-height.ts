/** Guesses the height of words before they are laid out. */

/** `LINE`: CSS pixels of a line. `CHARACTERS`: characters in it. */
export const LINE = 21;
const CHARACTERS = 90;
/** A Chinese, Japanese or Korean letter is as wide as two others. */
const WIDE = /[\u2e80-\ud7ff\uff00-\uffef]/;

/** Returns the CSS pixels of flowing words, in which a line end counts as a blank. */
export const heightOfFlow = (text: string): number =>
  Math.ceil((text.length * (WIDE.test(text.slice(0, 200)) ? 2 : 1)) / CHARACTERS) * LINE;

/** Returns the least CSS pixels of words that keep their line ends. */
export function heightOfLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return Math.max(lines * LINE, heightOfFlow(text));
}
