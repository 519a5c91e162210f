/** How titles are compared where a reader types a part of one: neither case nor accents matter, in main and in the window alike. */

/** ASCII has no accents, and most titles are ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;

/** `Über Größe` and `uber groß` meet; what is typed is text, never a pattern. */
export function foldTitle(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}
