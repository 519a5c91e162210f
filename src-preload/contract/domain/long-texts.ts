/** A text that grows long is stored in several parts, one right after the other. Its readers see one text. */

/** Characters: the least length of a part whose text goes on in the next part. */
export const LONG_PART = 1024 * 1024;

export interface TextPart {
  text: string;
  /** The part's index among all parts of the message. */
  index: number;
}

/** Joins the texts of a message: with an empty line between two texts, and with nothing where a text goes on in the next part. */
export function joinTexts(parts: Iterable<TextPart>): string {
  const texts: string[] = [];
  let before: TextPart | undefined;
  for (const part of parts) {
    const goesOn = before !== undefined && before.text.length >= LONG_PART && part.index === before.index + 1;
    texts.push(goesOn ? texts.pop() + part.text : part.text);
    before = part;
  }
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");
}
