/** Says once, to those who listen, that an answer has ended, and how it begins. The conversation itself stays silent while it grows. */
import { useStore } from "zustand";
import type { StoredMessage } from "../../../src-preload/contract/types";
import { sessionView } from "../../state/session-view";
import { stateOf } from "./message-end";

const SAID = 300;

const ENDINGS = {
  done: "Answer finished.",
  stopped: "Answer stopped.",
  interrupted: "Answer interrupted.",
} as const;

function announcement(message: StoredMessage | undefined): string {
  if (message === undefined) return "";
  const state = stateOf(message, false);
  // An error is an alert of its own.
  if (state === "error" || state === "streaming") return "";
  const text = message.parts.map((part) => (part.type === "text" ? part.text : "")).join(" ");
  return `${ENDINGS[state]} ${text.slice(0, SAID)}`;
}

export function Announcer() {
  const answered = useStore(sessionView, (state) => state.answered);
  return (
    <div className="unseen" aria-live="polite" aria-atomic="true">
      {announcement(answered)}
    </div>
  );
}
