/** Compares titles with a typed part of one, in main and in the window alike: neither case nor accents matter. */

/** ASCII has no accents, and most titles are ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;

/** `Über Größe` and `uber groß` meet. The typed text is never a pattern. */
export function foldTitle(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}

/** The words of a filter, folded: a session must contain every one of them, in any order. */
export const wordsOf = (filter: string): string[] =>
  foldTitle(filter)
    .split(/\s+/)
    .filter((word) => word !== "");

/** The last name of a path. */
export const nameOfFolder = (path: string): string => /[^\\/]+(?=[\\/]*$)/.exec(path)?.[0] ?? path;

/**
 * Looks through the title of a session and the name of its folder. The folders above that are those of many sessions. `words` come from
 * `wordsOf`.
 */
export function hasWords(
  title: string,
  workspace_root: string | null | undefined,
  words: readonly string[],
): boolean {
  const folded = foldTitle(workspace_root ? `${title}\n${nameOfFolder(workspace_root)}` : title);
  return words.every((word) => folded.includes(word));
}
