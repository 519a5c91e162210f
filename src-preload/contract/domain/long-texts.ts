/** A text that grows long is stored in several parts, one right after the other. Whoever reads it reads one text. */

/** Characters: a part of a text that goes on in the next part has at least as many. */
export const LONG_PART = 1024 * 1024;

export interface TextPart {
  text: string;
  /** Among all parts of the message. */
  index: number;
}

/** All that the texts of a message say: an empty line between two texts, and nothing where one goes on in the next part. */
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
