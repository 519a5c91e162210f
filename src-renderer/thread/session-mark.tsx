/** The state of a session as a drawing: a shape for each state, so that colour never speaks alone. */

import { CircleAlert, CircleQuestionMark, PencilLine, RotateCw } from "lucide-react";
import type { SessionState } from "../../src-preload/contract/domain/sessions";
import "./session-mark.css";

const drawings = { waiting: CircleQuestionMark, retrying: RotateCw, error: CircleAlert } as const;

export function SessionMark({ state, unread }: { state: SessionState; unread: boolean }) {
  const Drawing = state === "idle" || state === "busy" ? undefined : drawings[state];
  const shown = state === "idle" && unread ? "unread" : state;
  return (
    <span className="session-mark" data-mark={shown} aria-hidden="true">
      {Drawing === undefined ? null : <Drawing />}
    </span>
  );
}

/** Unsent words wait in the session's composer. Screen readers are told by the row. */
export function DraftMark({ name }: { name: string }) {
  return (
    <span className="session-mark" data-mark="draft" title={name} aria-hidden="true">
      <PencilLine />
    </span>
  );
}
