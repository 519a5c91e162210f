/** The first words of a message, for lists that name messages by them: without the marks of Markdown where a model wrote them. */

/** Code units. */
const EXCERPT = 60;
/** Code units that are read for an excerpt: marks and addresses of links take room. */
const READ = 10 * EXCERPT;

const SIGNS: readonly (readonly [RegExp, string])[] = [
  // Fences and rules, with the language of a fence.
  [/^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/gm, ""],
  [/^[ \t]*(?:[-*_=][ \t]*){3,}$/gm, ""],
  // The rule below a table's head, and the borders of its cells.
  [/^[ \t]*\|?[ \t:|-]+\|[ \t:|-]*$/gm, ""],
  [/[ \t]*\|[ \t]*/g, " "],
  // Marks at the beginning of a line: quotes, lists, tasks, headings.
  [/^[ \t]*(?:>[ \t]?)+/gm, ""],
  [/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ""],
  [/^[ \t]*#{1,6}[ \t]+/gm, ""],
  // Links and pictures become their words; marks of notes are dropped.
  [/\[\^[^\]\n]*\]:?/g, ""],
  [/!?\[([^\]\n]*)\]\([^)\n]*\)?/g, "$1"],
  [/(\*\*|__|~~|`+)(?=\S)/g, ""],
  [/(?<=\S)(\*\*|__|~~|`+)/g, ""],
  [/(?<![\p{L}\p{N}*\\])[*_](?=[^\s*_])/gu, ""],
  [/(?<=[^\s*_\\])[*_](?![\p{L}\p{N}])/gu, ""],
  [/\\([!-/:-@[-`{-~])/g, "$1"],
];

/** Made once: that costs more than all its uses. */
const segmenter = new Intl.Segmenter();

/** Cuts after the last word that fits, or between two characters where words are long. */
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

/** Ends with "…" where text is left out. @param isMarkdown false for a user's words, whose marks stay */
export function plainExcerpt(text: string, isMarkdown: boolean): string {
  const all = text.trim();
  let words = all.slice(0, READ);
  if (isMarkdown) for (const [sign, instead] of SIGNS) words = words.replace(sign, instead);
  const flowing = words.trim().replace(/\s+/g, " ");
  return flowing.length > EXCERPT || all.length > READ ? cutOff(flowing) : flowing;
}
