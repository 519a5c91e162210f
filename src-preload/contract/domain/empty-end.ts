/** Finds answers that came to their end without an answer. The window's note and Continue in main ask the same function. Pure. */

import { isToolPart } from "./call-texts";
import type { BraidPart, StoredMessage } from "./messages";

/**
 * True for an answer that its model ended with a step of thoughts, or of nothing: whatever earlier steps said, the last one has no word, no
 * call of a tool and no file. Other ends of a turn (DB-12) have their own words. False for an outline, whose parts are elsewhere.
 */
export function endsWithoutAnswer({
  role,
  metadata,
  parts,
}: Pick<StoredMessage, "role" | "metadata" | "parts">): boolean {
  if (role !== "assistant" || metadata.finish_reason !== "stop" || metadata.synthetic === true) return false;
  const begin = parts.findLastIndex(({ type }) => type === "step-start");
  return parts.length > 0 && !parts.slice(begin + 1).some(isAnswer);
}

/** What an import has carried along may be an answer: nobody knows what it says. */
const isAnswer = (part: BraidPart): boolean =>
  part.type === "text"
    ? part.text.trim() !== ""
    : part.type === "file" || part.type === "data-carried" || isToolPart(part);
