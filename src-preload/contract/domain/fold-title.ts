/** How titles are compared where a reader types a part of one: neither case nor accents matter, in main and in the window alike. */

/** ASCII has no accents, and most titles are ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;

/** `Über Größe` and `uber groß` meet; what is typed is text, never a pattern. */
export function foldTitle(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}

/** The words of a filter, folded: every word of it has to be in a title, in any order. */
export const wordsOf = (filter: string): string[] =>
  foldTitle(filter)
    .split(/\s+/)
    .filter((word) => word !== "");

/** `words` are of `wordsOf`. */
export function hasWords(title: string, words: readonly string[]): boolean {
  const folded = foldTitle(title);
  return words.every((word) => folded.includes(word));
}
