/** Makes the words of a refusal words of the answer: the adapter of the chat wire drops them, and the answer would look empty. */
import { latin1OfUtf8, utf8Of } from "./latin1";

/** Inside a text the quotes would be escaped. */
const REFUSES = /"refusal"\s*:\s*"[^"]/;

interface Piece {
  delta?: { content?: unknown; refusal?: unknown } | null;
}

/** The same event, as latin1, with the refusal in the place of the content; anything else is returned as it is. */
export function withRefusalText(json: string): string {
  if (!REFUSES.test(json)) return json;
  try {
    const event = JSON.parse(utf8Of(json)) as { choices: Piece[] };
    for (const { delta } of event.choices) {
      if (typeof delta?.refusal === "string") delta.content = textOf(delta.content) + delta.refusal;
    }
    return latin1OfUtf8(JSON.stringify(event));
  } catch {
    return json;
  }
}

const textOf = (content: unknown): string => (typeof content === "string" ? content : "");
