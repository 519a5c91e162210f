/** The first words of a message, for where messages are listed by name: what models write without the signs of its Markdown. */

/** Code units. */
const EXCERPT = 60;
/** Read of a message for them; signs and addresses of links take room. */
const READ = 10 * EXCERPT;

const SIGNS: readonly (readonly [RegExp, string])[] = [
  // Fences and rules, with the language of a fence.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/gm, ""],
  [/^[ \t]*(?:[-*_=][ \t]*){3,}$/gm, ""],
  // The rule below a table's head, and the walls between its cells.
  [/^[ \t]*\|?[ \t:|-]+\|[ \t:|-]*$/gm, ""],
  [/[ \t]*\|[ \t]*/g, " "],
  // Marks at the beginning of a line: quotes, lists, tasks, headings.
  [/^[ \t]*(?:>[ \t]?)+/gm, ""],
  [/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ""],
  [/^[ \t]*#{1,6}[ \t]+/gm, ""],
  // Links and pictures are their words, marks of notes nothing.
  [/\[\^[^\]\n]*\]:?/g, ""],
  [/!?\[([^\]\n]*)\]\([^)\n]*\)?/g, "$1"],
  [/(\*\*|__|~~|`+)(?=\S)/g, ""],
  [/(?<=\S)(\*\*|__|~~|`+)/g, ""],
  [/(?<![\p{L}\p{N}*\\])[*_](?=[^\s*_])/gu, ""],
  [/(?<=[^\s*_\\])[*_](?![\p{L}\p{N}])/gu, ""],
  [/\\([!-/:-@[-`{-~])/g, "$1"],
];

/** Making one costs more than all that it is used for. */
const segmenter = new Intl.Segmenter();

/** After the last word that ends in time; where none does for long, between two characters as a reader sees them. */
function cutOff(text: string): string {
  const space = text.lastIndexOf(" ", EXCERPT);
  let end = space;
  if (space < EXCERPT / 2) {
    end = 0;
    for (const { index, segment } of segmenter.segment(text)) {
      if (end > 0 && index + segment.length > EXCERPT) break;
      end = index + segment.length;
    }
  }
  return `${text.slice(0, end).replace(/[\s,;:.…–—-]+$/, "")}…`;
}

/** Ends with "…" where something is left out. @param isMarkdown false for what people write: its signs stay */
export function plainExcerpt(text: string, isMarkdown: boolean): string {
  const all = text.trim();
  let words = all.slice(0, READ);
  if (isMarkdown) for (const [sign, instead] of SIGNS) words = words.replace(sign, instead);
  const flowing = words.trim().replace(/\s+/g, " ");
  return flowing.length > EXCERPT || all.length > READ ? cutOff(flowing) : flowing;
}
