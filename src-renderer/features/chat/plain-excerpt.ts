/** The first words of a message, for where messages are listed by name: what models write without the signs of its Markdown. */

/** Characters. */
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
  // What a line begins with: quotes, marks of a list and of a task, a heading.
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

/** @param isMarkdown what people write is theirs, signs and all */
export function plainExcerpt(text: string, isMarkdown: boolean): string {
  let words = text.trimStart().slice(0, READ);
  if (isMarkdown) for (const [sign, instead] of SIGNS) words = words.replace(sign, instead);
  const flowing = words.trim().replace(/\s+/g, " ");
  if (flowing.length <= EXCERPT) return flowing;
  // A pair of code units is one sign.
  return [...flowing.slice(0, EXCERPT + 1)].slice(0, EXCERPT).join("").trimEnd();
}
