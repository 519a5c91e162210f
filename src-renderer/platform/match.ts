/**
 * Scores how well a text matches a typed query. Pure, and linear in the text's length whatever it holds. Titles may be hostile: scorers
 * that try every alignment take seconds for one title of 500 equal letters.
 */

const AT_START = 1;
const AT_WORD = 0.9;
const INSIDE = 0.7;
const SCATTERED = 0.5;
/** The least density of scattered letters that counts as a match. */
const MIN_DENSITY = 0.25;

/** Lower case, without accents: `Überblick` is found by `uber`. */
export const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

const isWordStart = (text: string, at: number) => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "");

/** Matches the letters of `term` in their order, with others in between. */
function scattered(text: string, term: string): number {
  if (term.length < 2) return 0;
  const first = text.indexOf(term[0] ?? "");
  let at = first - 1;
  for (const letter of term) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return 0;
  }
  const density = term.length / (at - first + 1);
  return density < MIN_DENSITY ? 0 : SCATTERED * density;
}

function scoreTerm(text: string, term: string): number {
  const at = text.indexOf(term);
  if (at === 0) return AT_START;
  if (at < 0) return scattered(text, term);
  if (isWordStart(text, at)) return AT_WORD;
  // A later occurrence may begin a word.
  const later = text.indexOf(` ${term}`, at);
  return later < 0 ? INSIDE : AT_WORD;
}

/** 0 where a word of the query is missing, up to 1. Both texts as `plain` makes them. */
export function score(text: string, query: string): number {
  const terms = query.split(/\s+/).filter((term) => term !== "");
  if (terms.length === 0) return 1;
  let sum = 0;
  for (const term of terms) {
    const found = scoreTerm(text, term);
    if (found === 0) return 0;
    sum += found;
  }
  // Prefers the shorter of two equal matches.
  return sum / terms.length - Math.min(text.length, 500) / 100_000;
}
