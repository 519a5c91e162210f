/** How a message stands, in the words of `data-state`, and what of it is text. */
import { joinTexts, LONG_PART } from "../../../src-preload/contract/long-texts";
import type { StoredMessage } from "../../../src-preload/contract/types";

export type MessageState = "streaming" | "done" | "stopped" | "error" | "interrupted";

export function stateOf({ role, metadata, unreadable }: StoredMessage, live: boolean): MessageState {
  if (live) return "streaming";
  if (unreadable) return "error";
  if (role !== "assistant") return "done";
  switch (metadata.finish_reason) {
    // Unsettled and yet nobody is writing it: a store that failed left it so, and it is settled before the next turn.
    case undefined:
    case "interrupted":
      return "interrupted";
    case "aborted":
      return "stopped";
    case "error":
      return "error";
    default:
      return "done";
  }
}

/** What was said, as it was written: the Markdown source, without thoughts and tools. */
export const sourceOf = ({ parts }: StoredMessage): string =>
  joinTexts(parts.flatMap((part, index) => (part.type === "text" ? [{ text: part.text, index }] : [])));

/** A text of it may be cut in the midst of a line: only its source has it as one. */
export const isInParts = ({ parts }: StoredMessage): boolean =>
  parts.some((part) => part.type === "text" && part.text.length >= LONG_PART);
