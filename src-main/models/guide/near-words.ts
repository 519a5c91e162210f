/** Finds the words for which a word may stand that the handbook does not have: a longer or a shorter word, one with a typo mended, or two words. */
import { wordStem } from "./words";

/** How near they are, from 0 to 1. */
const LONGER = 0.75;
const MISTYPED = 0.8;

/** Letters. Short words must be exact: a typo in four letters is mostly another word. */
const MIN_TYPO = 6;
const MIN_PART = 4;
const MIN_PREFIX = 5;

/** By their stems. */
export function nearWords(stem: string, known: Iterable<string>): Map<string, number> {
  const near = new Map<string, number>();
  for (const word of known) {
    if (isPrefix(stem, word) || isPrefix(word, stem)) near.set(word, LONGER);
    if (stem.length >= MIN_TYPO && word.length >= MIN_TYPO - 1 && isOneEditAway(stem, word))
      near.set(word, MISTYPED);
  }
  return near;
}

const isPrefix = (short: string, long: string): boolean =>
  short.length >= MIN_PREFIX && long.startsWith(short);

/** The stems of both halves of a German compound (`Tokenverbrauch`), where the handbook has both. */
export function partsOf(stem: string, has: Pick<ReadonlySet<string>, "has">): string[] {
  for (let cut = stem.length - MIN_PART; cut >= MIN_PART; cut--) {
    const [first, second] = [stem.slice(0, cut), stem.slice(cut)].map((part) => wordStem(part, "de"));
    if (first !== undefined && second !== undefined && has.has(first) && has.has(second))
      return [first, second];
  }
  return [];
}

/** One letter more, less, other, or two neighbours swapped. */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
