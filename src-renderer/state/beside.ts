/**
 * What stands in the column beside the main thread: an aside (BR-4), another session to be read side by side (BR-3), or a timeline that is
 * hidden (RW-3). One thing at a time; it belongs to the session of the main thread. Where there is no room for a column it lies over the
 * main thread while it is used, and is hidden, not closed, while it is not.
 */
import { createStore } from "zustand/vanilla";
import type { MessageId, OpId, SessionId } from "../../src-preload/contract/ids";
import { reportError } from "./app";
import { besidePane, mainPane } from "./pane";

export type Beside =
  | { kind: "sidecar"; session_id: SessionId; copied_through?: MessageId }
  | { kind: "session"; session_id: SessionId }
  | { kind: "timeline"; session_id: SessionId; op_id: OpId };

interface BesideState {
  shown: Beside | undefined;
  /** Where it lies over the main thread: whether it is seen now. */
  over: boolean;
  /** How many times it was asked to take the focus. */
  asked: number;
}

export const beside = createStore<BesideState>(() => ({ shown: undefined, over: false, asked: 0 }));

/** Puts it there, in place of what stands there; quietly where nobody has asked for it now: the focus stays, and nothing is covered. */
export function showBeside(shown: Beside, how?: "quietly"): void {
  const { session_id } = shown;
  const opening =
    shown.kind === "timeline"
      ? besidePane.shown.openTimeline({ session_id, op_id: shown.op_id })
      : besidePane.shown.open(session_id);
  opening.catch(reportError);
  // What an aside knows is not shown again.
  if (shown.kind === "sidecar") besidePane.shown.fold(shown.copied_through);
  beside.setState(({ asked, over }) =>
    how === "quietly" ? { shown, over } : { shown, over: true, asked: asked + 1 },
  );
}

/** Takes the focus there, and shows it where it is hidden. */
export const enterBeside = (): void => beside.setState(({ asked }) => ({ over: true, asked: asked + 1 }));

/** Where it lies over the main thread, it does so no more; beside it, it stays. */
export const leaveBeside = (): void => beside.setState({ over: false });

export function closeBeside(): void {
  if (beside.getState().shown === undefined) return;
  beside.setState({ shown: undefined, over: false });
  besidePane.shown.close();
}

/** It is gone: so is what showed it. */
export function dropBeside(session_id: SessionId): void {
  if (beside.getState().shown?.session_id === session_id) closeBeside();
}

/** Another session in the main thread has something else beside it, or nothing. What is read side by side stays, unless it is the same. */
export function followMain(): () => void {
  return mainPane.view.subscribe(({ session_id }, before) => {
    const { shown } = beside.getState();
    if (session_id === before.session_id || shown === undefined) return;
    if (shown.kind !== "session" || shown.session_id === session_id) closeBeside();
  });
}
