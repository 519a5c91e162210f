/** How an answer ended, if not by itself: a line of the story with what can be done, or what failed and what was kept. */
import { useStore } from "zustand";
import type { FinishReason, StoredMessage } from "../../../src-preload/contract/types";
import { doing, goOn } from "../../state/actions";
import { sessionView } from "../../state/session-view";

export type MessageState = "streaming" | "done" | "stopped" | "error" | "interrupted";

export function stateOf({ role, metadata }: StoredMessage, live: boolean): MessageState {
  if (live) return "streaming";
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

const NOTES: Partial<Record<FinishReason, string>> = {
  aborted: "Stopped",
  interrupted: "Interrupted. What had arrived is kept.",
  "tool-limit": "Reached the step limit",
  "token-budget": "Used up the token budget of this turn",
  length: "Reached the longest answer the model gives",
  "content-filter": "Ended by the provider's content filter",
};

function ContinueButton() {
  const free = useStore(sessionView, ({ status }) => status.state === "idle" || status.state === "error");
  if (!free) return null;
  return (
    <button type="button" className="button button-link" onClick={() => doing(goOn)}>
      Continue
    </button>
  );
}

interface MessageEndProps {
  message: StoredMessage;
  /** Only the last message can be continued, and only its error is news. */
  isLast: boolean;
}

export function MessageEnd({ message, isLast }: MessageEndProps) {
  const { error, finish_reason = "interrupted" } = message.metadata;
  if (message.role !== "assistant") return null;
  if (error !== undefined) {
    // Some hints say it themselves.
    const kept = message.parts.some((part) => part.type !== "step-start") && !error.hint?.includes("is kept");
    return (
      <div className="message-error" role={isLast ? "alert" : "note"}>
        <p>
          <strong>{error.message}</strong> {kept ? "What had arrived is kept. " : null}
          {error.hint}
        </p>
        {isLast ? <ContinueButton /> : null}
      </div>
    );
  }
  const note = NOTES[finish_reason];
  if (note === undefined) return null;
  return (
    <div className="note" role="note">
      <span>{note}</span>
      {isLast && finish_reason !== "content-filter" ? <ContinueButton /> : null}
    </div>
  );
}
