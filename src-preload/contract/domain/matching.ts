/**
 * Compares words for a search: without case, accents or the marks of Markdown, with any white space as one space. Main searches stored
 * messages and the window shown ones; both use this, so that both find the same.
 */

const ACCENTS = /\p{M}+/gu;
/** Marks that a page may show as emphasis, code or a table. Dropped everywhere, in the searched words too. */
const MARKDOWN = /[*_`~#|\\>[\]]+/g;
const SPACE = /\s+/g;

/** Pure; costs what `text` costs. */
export function fold(text: string): string {
  return foldCharacters(text).replace(SPACE, " ");
}

// A sigma at the end of a word has a small form of its own: a search takes both forms for one.
const foldCharacters = (text: string): string =>
  text.normalize("NFD").replace(ACCENTS, "").replace(MARKDOWN, "").toLowerCase().replaceAll("ς", "σ");

/** The text to look for, folded; empty where nothing is left of it. */
export const foldQuery = (text: string): string => fold(text).trim();

const foldOne = (character: string): string => {
  const said = foldCharacters(character);
  return /^\s/.test(said) ? " " : said;
};

/** The folded forms of the first 128 characters. Most text consists of these, and a lookup saves five searches for each. */
const FOLDED_ASCII = Array.from({ length: 128 }, (_, code) => foldOne(String.fromCharCode(code)));

/** The folded text, and the place in `text` of each of its characters. Costs what `text` costs. */
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

/** The places at which `needle` begins in `folded`, without overlaps. */
export function matchesIn(folded: string, needle: string): number[] {
  const found: number[] = [];
  if (needle === "") return found;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
    found.push(at);
  return found;
}

/** A text of a message that is looked through. */
export interface TextToFind {
  text: string;
  /** The text is drawn as it is written, also in an answer, whose other texts are Markdown. */
  exact?: true;
}

/** Drops the parts of a message's source that a page does not show as words: link targets and list marks of Markdown answers. */
function wordsOf({ text, exact }: TextToFind, role: string): string {
  if (role !== "assistant" || exact) return text;
  return text.replace(/\]\([^()\s]*\)/g, "]").replace(/^[ \t]*(?:[-+*]|\d+[.)])[ \t]+/gm, "");
}

/** The words that a page shows of a message's source, folded. */
export const foldSource = (source: TextToFind, role: string): string => fold(wordsOf(source, role));

/** Counts `needle` (a `foldQuery`) in the texts of a message. */
export function countMatches(texts: readonly TextToFind[], role: string, needle: string): number {
  return texts.reduce((sum, text) => sum + matchesIn(foldSource(text, role), needle).length, 0);
}
