/** Marks around material in a prompt, which text inside them cannot close: what people, pages and tools wrote stays material. */

/** Names with hyphens: code and pages hold `<User>` and `<summary>`, and keep them. */
const MARKS = [
  "earlier-turns",
  "earlier-summary",
  "turns-to-summarise",
  "user-said",
  "assistant-said",
  "tool-call",
  "tool-output",
  "left-out",
  "left-turns",
  "carried-over",
  "summary-focus",
  "attached-file",
] as const;
export type MarkName = (typeof MARKS)[number];

/** A model may take a mark with spaces or invisible signs in it for a mark. The bound keeps a page of spaces cheap. */
const GAP = "[\\s\\p{Cf}]{0,8}";
const LOOKALIKE = new RegExp(`<(?=${GAP}/?${GAP}(?:${MARKS.join("|")})(?![\\w-]))`, "giu");

/** Breaks up all marks in a text, so that `marked` can be put around it. Twice does what once does. Drops half surrogate pairs. */
export const withoutMarks = (text: string): string => text.replace(/\p{Cs}/gu, "").replace(LOOKALIKE, "&lt;");

/** Puts marks around a text, as it is. */
export const framed = (mark: MarkName, text: string): string => `<${mark}>\n${text}\n</${mark}>`;

export const marked = (mark: MarkName, text: string): string => framed(mark, withoutMarks(text));

/** The texts between all marks of one name, in order. Reads what `marked` wrote: no text inside holds a mark. */
export const betweenMarks = (mark: MarkName, text: string): string[] =>
  text
    .split(`<${mark}>\n`)
    .slice(1)
    .map((rest) => rest.split(`\n</${mark}>`, 1)[0] ?? "");
