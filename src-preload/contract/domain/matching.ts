/**
 * How words are compared when one looks for them: without case, accents, or the marks of Markdown, any white space as one space. Main
 * compares what is stored and the window what is shown: both by this, so that both find the same.
 */

const ACCENTS = /\p{M}+/gu;
/** Marks that a page may show as emphasis, code or a table: dropped wherever they stand, in what is looked for too. */
const MARKDOWN = /[*_`~#|\\>[\]]+/g;
const SPACE = /\s+/g;

/** Pure; costs what `text` costs. */
export function fold(text: string): string {
  return foldCharacters(text).replace(SPACE, " ");
}

// A capital sigma is small in two ways, by what follows it: to us they are one.
const foldCharacters = (text: string): string =>
  text.normalize("NFD").replace(ACCENTS, "").replace(MARKDOWN, "").toLowerCase().replaceAll("ς", "σ");

/** The text to look for, folded; empty where nothing is left to look for. */
export const foldQuery = (text: string): string => fold(text).trim();

const foldOne = (character: string): string => {
  const said = foldCharacters(character);
  return /^\s/.test(said) ? " " : said;
};

/** What becomes of the first 128: most of what is written, looked up instead of being taken through five searches each. */
const FOLDED_ASCII = Array.from({ length: 128 }, (_, code) => foldOne(String.fromCharCode(code)));

/** The same text folded, and for each of its characters where it stands in `text`. Costs what `text` costs. */
export function foldWithPlaces(text: string): { folded: string; places: number[] } {
  const folded: string[] = [];
  const places: number[] = [];
  let isAfterSpace = false;
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    let said = FOLDED_ASCII[character.charCodeAt(0)] ?? foldOne(character);
    if (said === " " && isAfterSpace) said = "";
    if (said !== "") {
      isAfterSpace = said === " ";
      folded.push(said);
      for (let n = 0; n < said.length; n++) places.push(at);
    }
    at += character.length;
  }
  return { folded: folded.join(""), places };
}

/** Where `needle` begins in `folded`, none overlapping another. */
export function matchesIn(folded: string, needle: string): number[] {
  const found: number[] = [];
  if (needle === "") return found;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
    found.push(at);
  return found;
}

/** What of a message's source a page shows as words: an answer is Markdown, whose link targets and list marks are not read. */
function wordsOf(source: string, role: string): string {
  if (role !== "assistant") return source;
  return source.replace(/\]\([^()\s]*\)/g, "]").replace(/^[ \t]*(?:[-+*]|\d+[.)])[ \t]+/gm, "");
}

/** The words that a page shows of a message's source, folded. */
export const foldSource = (source: string, role: string): string => fold(wordsOf(source, role));

/** How often `needle` (a `foldQuery`) stands in the texts of a message. */
export function countMatches(texts: readonly string[], role: string, needle: string): number {
  return texts.reduce((sum, text) => sum + matchesIn(foldSource(text, role), needle).length, 0);
}
