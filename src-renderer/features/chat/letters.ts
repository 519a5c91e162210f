/**
 * Which letters are hard work for the page to lay out. A font is looked for at each change to a script that Braid's own fonts lack, and
 * letters whose distance depends on their neighbours are measured anew for each line that breaks between them. Pure, linear in the text.
 */

/** Changes of script that are laid out at once: some 50 ms of a slow machine. */
export const MOST_CHANGES = 400;
/** Changes from which on a text waits for a frame of its own. */
const HEAVY = 60;

/** Characters without a blank between them. */
const LONG_WORD = /\S{300}/;
const BEYOND_LATIN = /[\v\f\u0590-\uffff]/;

/** Scripts that Braid's own fonts have. */
const OWN = 0;
const CONTROL = -1;
const JOINER = -2;
const PAIR = -3;
const PRIVATE = -4;
/** Where a script, or several that share a font, begins; in between each 128 letters are one. */
const SHARED: readonly (readonly [from: number, to: number, script: number])[] = [
  [0x0590, 0x08ff, 1],
  [0x1e00, 0x1fff, OWN],
  [0x2c60, 0x2c7f, OWN],
  [0x2e80, 0xa4cf, 2],
  [0xac00, 0xd7ff, 3],
  [0xd800, 0xdfff, PAIR],
  [0xe000, 0xf8ff, PRIVATE],
  [0xf900, 0xfaff, 2],
  [0xfb00, 0xfeff, 1],
  [0xff00, 0xffef, 2],
];

/** `before`: the script of what stands before, which signs and blanks take on. */
function scriptOf(code: number, before: number): number {
  if (code === 0x200d) return JOINER;
  if (code === 0x0b || code === 0x0c) return CONTROL;
  if (code < 0x41 || (code >= 0x2000 && code <= 0x2bff) || (code >= 0xfe00 && code <= 0xfe0f)) return before;
  if (code < 0x0590) return OWN;
  const shared = SHARED.find(([from, to]) => code >= from && code <= to);
  return shared === undefined ? code >> 7 : shared[2];
}

/** Changes of script in a line, that back at its end included; `MOST_CHANGES` and one where there are more. */
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

/** The index behind `most` changes of script from `from` on, or `to` where there are no more than these. */
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

/** Whether so many letters of other scripts, in turn, stand in it that it should have a frame of its own. */
export const isHeavy = (text: string): boolean => endOfChanges(text, 0, text.length, HEAVY) < text.length;

/** Whether a word in it is longer than any that is read: its letters need no distances of their own. */
export const hasLongWord = (text: string): boolean => LONG_WORD.test(text);
