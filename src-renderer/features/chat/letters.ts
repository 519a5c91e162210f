/**
 * Tells which letters are costly to lay out. At each change to a script that Braid's own fonts lack, the browser looks for a font. Letters
 * whose distance depends on their neighbours are measured again for each line that breaks between them. Pure, linear in the text.
 */

/** The most changes of script to lay out at once. They take some 50 ms on a slow machine. */
export const MOST_CHANGES = 400;
/** A text with more changes than this waits for a frame of its own. */
const HEAVY = 60;

/**
 * Matches 300 letters without a blank. Thai and its neighbours, Chinese, Japanese and Korean do not count, because they are written without
 * blanks.
 */
const LONG_WORD = /(?<![^\s\u0e00-\u17ff\u2e80-\uffff])[^\s\u0e00-\u17ff\u2e80-\uffff]{300}/;
const BEYOND_LATIN = /[\v\f\u0590-\uffff]/;

/** The scripts that Braid's own fonts have: Latin, Greek and Cyrillic. */
const OWN = 0;
const JOINER = -1;
const CONTROL = -2;
/** A script is known by its first block of 128 letters. These scripts have more blocks, or share a font with their neighbours. */
const LARGER_SCRIPTS: readonly (readonly [from: number, to: number])[] = [
  [0x0580, 0x08ff], // Hebrew and Arabic
  [0x0f00, 0x0fff], // Tibetan
  [0x1000, 0x109f], // Burmese
  [0x1200, 0x139f], // Ethiopic
  [0x1400, 0x167f], // Canadian syllabics
  [0x2e80, 0xa4cf], // Chinese and Japanese
  [0xac00, 0xd7ff], // Korean
  [0xd800, 0xdfff], // halves of pairs
  [0xe000, 0xf8ff], // private use
];
/** Blocks of letters that belong to a script listed above. */
const ELSEWHERE: readonly (readonly [from: number, to: number, script: number])[] = [
  [0x1100, 0x11ff, 0xac00 >> 7],
  [0x1e00, 0x1fff, OWN],
  [0x2c00, 0x2c7f, OWN],
  [0xf900, 0xfaff, 0x2e80 >> 7],
  [0xfb00, 0xfeff, 0x0580 >> 7],
  [0xff00, 0xffff, 0x2e80 >> 7],
];

/** The script of each block of 128 letters. */
const scripts = Int16Array.from({ length: 0x200 }, (_, block) => block);
for (const [from, to] of LARGER_SCRIPTS) scripts.fill(from >> 7, from >> 7, (to >> 7) + 1);
for (const [from, to, script] of ELSEWHERE) scripts.fill(script, from >> 7, (to >> 7) + 1);

/** Returns true for punctuation, digits, arrows and other signs, and for variation selectors. */
const isSign = (code: number): boolean =>
  code < 0x41 ||
  (code > 0x5a && code < 0x61) ||
  (code > 0x7a && code < 0xc0) ||
  (code >= 0x2000 && code <= 0x2bff) ||
  (code >= 0xfe00 && code <= 0xfe0f);

/** `before`: the script of the letter before, which signs and blanks take on. */
function scriptOf(code: number, before: number): number {
  if (code === 0x200d) return JOINER;
  if (code === 0x0b || code === 0x0c) return CONTROL;
  if (isSign(code)) return before;
  return code < 0x0590 ? OWN : (scripts[code >> 7] ?? OWN);
}

/** Counts the changes of script in a line, including the one back at its end. Stops at `MOST_CHANGES` plus one. */
export function changesOf(text: string): number {
  if (!BEYOND_LATIN.test(text)) return 0;
  let script = OWN;
  let changes = 0;
  for (let at = 0; at < text.length && changes <= MOST_CHANGES; at++) {
    const next = scriptOf(text.charCodeAt(at), script);
    if (next !== script) changes += 1;
    script = next;
  }
  return script === OWN ? changes : Math.min(changes, MOST_CHANGES) + 1;
}

/** Returns the index after `most` changes of script, counted from `from`, or `to` if there are no more than these. */
export function endOfChanges(text: string, from: number, to: number, most = MOST_CHANGES): number {
  const end = Math.min(to, text.length);
  if (!BEYOND_LATIN.test(text.slice(from, end))) return end;
  let script = OWN;
  let changes = 0;
  for (let at = from; at < end; at++) {
    const next = scriptOf(text.charCodeAt(at), script);
    if (next === script) continue;
    script = next;
    changes += 1;
    if (changes > most) return at;
  }
  return end;
}

/** Returns true for a text with so many changes of script that it needs a frame of its own. */
export const isHeavy = (text: string): boolean => endOfChanges(text, 0, text.length, HEAVY) < text.length;

/** Returns true if a text has a word too long to be read. Its letters need no kerning. */
export const hasLongWord = (text: string): boolean => LONG_WORD.test(text);
