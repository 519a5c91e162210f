/** The state of a message, in the words of `data-state`. */
import type { StoredMessage } from "../../src-preload/contract/domain/messages";
import { isWaiting } from "./parts";

export type MessageState = "streaming" | "done" | "stopped" | "error" | "interrupted";

export function stateOf(message: StoredMessage, live: boolean): MessageState {
  const { role, metadata, unreadable } = message;
  if (live) return "streaming";
  if (unreadable) return "error";
  if (role !== "assistant") return "done";
  switch (metadata.finish_reason) {
    // Nobody is writing the message, and it has no end: it waits for its user, or a failed store left it so, and it is settled before the
    // next turn.
    case undefined:
      return isWaiting(message) ? "streaming" : "interrupted";
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
