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

/** What an aside stands in the place of. */
export type Covered = Exclude<Beside, { kind: "sidecar" }>;

export interface BesideState {
  shown: Beside | undefined;
  /** As long as the main thread shows the same: it comes back when the aside is closed. */
  covered: Covered | undefined;
  /** Where it lies over the main thread: whether it is seen now. */
  over: boolean;
  /** What the main thread showed when it was put there. */
  main: SessionId | null | undefined;
  /** How many times it was asked to take the focus. */
  asked: number;
}

export const beside = createStore<BesideState>(() => ({
  shown: undefined,
  covered: undefined,
  over: false,
  main: undefined,
  asked: 0,
}));

/** What was deleted while it stood there: it comes back with its session, as long as all else is as it was. */
let dropped: { session_id: SessionId; main: SessionId | null | undefined } | undefined;

const mainSession = () => mainPane.view.getState().session_id;

/** The main thread shows another session by now than the one that it was put there for. */
export const isLeft = (): boolean => beside.getState().main !== mainSession();

/** Puts it there, in place of what stands there; quietly where nobody has asked for it now: the focus stays, and nothing is covered. */
export function showBeside(shown: Beside, how?: "quietly"): void {
  const { session_id } = shown;
  const before = beside.getState();
  dropped = undefined;
  const covered =
    shown.kind !== "sidecar"
      ? undefined
      : before.shown === undefined || before.shown.kind === "sidecar"
        ? before.covered
        : before.shown;
  // Another kind has a place of its own: nothing is kept there until it is drawn.
  if (shown.kind === "timeline" || shown.kind !== before.shown?.kind) besidePane.shown.close();
  const opening =
    shown.kind === "timeline"
      ? besidePane.shown.openTimeline({ session_id, op_id: shown.op_id })
      : besidePane.shown.open(session_id);
  opening.catch(reportError);
  // What an aside knows is not shown again.
  if (shown.kind === "sidecar") besidePane.shown.fold(shown.copied_through);
  const main = mainSession();
  beside.setState(({ asked, over }) =>
    how === "quietly"
      ? { shown, covered, main, over }
      : { shown, covered, main, over: true, asked: asked + 1 },
  );
}

/** What an aside, that stands there or is about to, has taken the place of: it comes back when the aside is closed. */
export const putBeneath = (covered: Covered): void => beside.setState({ covered, main: mainSession() });

/** What is read side by side there, also while an aside stands in its place. */
export function readBeside({ shown, covered }: Pick<BesideState, "shown" | "covered">): Covered | undefined {
  return shown === undefined || shown.kind === "sidecar" ? covered : shown;
}

/** Takes the focus there, and shows it where it is hidden. */
export const enterBeside = (): void => beside.setState(({ asked }) => ({ over: true, asked: asked + 1 }));

/** Where it lies over the main thread, it does so no more; beside it, it stays. */
export const leaveBeside = (): void => beside.setState({ over: false });

export function closeBeside(): void {
  const { shown, covered } = beside.getState();
  if (shown === undefined && covered === undefined) return;
  beside.setState({ shown: undefined, covered: undefined, over: false });
  besidePane.shown.close();
}

/** Hidden turns may have been restored meanwhile: there is nothing of them to be read beside then. */
const isThere = (shown: Beside): boolean =>
  shown.kind !== "timeline" || mainPane.view.getState().hidden.some(({ op_id }) => op_id === shown.op_id);

/** An aside is closed: what stood there before it does again, without covering anything. */
export function uncoverBeside(): void {
  const { covered } = beside.getState();
  if (covered === undefined || !isThere(covered)) return closeBeside();
  leaveBeside();
  showBeside(covered, "quietly");
}

/** It is gone: so is what showed it. Whether something did. */
export function dropBeside(session_id: SessionId): boolean {
  const { shown, covered } = beside.getState();
  if (![shown, covered].some((one) => one?.session_id === session_id)) return false;
  if (covered?.session_id === session_id) beside.setState({ covered: undefined });
  if (shown?.session_id === session_id) uncoverBeside();
  // Hidden turns of the session in the main thread: that one goes too.
  dropped = session_id === mainSession() ? undefined : { session_id, main: mainSession() };
  return shown?.session_id === session_id;
}

/** Its session is there again: whether it comes back, to where nothing has taken its place; beneath an aside that stood over it, it is put here. */
export function comesBack(session_id: SessionId): boolean {
  if (dropped?.session_id !== session_id || dropped.main !== mainSession()) return false;
  const { shown } = beside.getState();
  if (shown?.kind === "sidecar") putBeneath({ kind: "session", session_id });
  return shown === undefined;
}

/** What was put there for a session that was left goes; what is read side by side stays. */
export function dropLeft(): void {
  if (!isLeft()) return;
  const { shown, covered } = beside.getState();
  const stays = readBeside({ shown, covered });
  if (stays?.kind !== "session") closeBeside();
  else if (shown !== stays) showBeside(stays, "quietly");
}

/**
 * Another session in the main thread has something else beside it, or nothing, as soon as it is drawn: until then all stays as wide as it
 * is. What is read side by side stays, unless it is the same: that one is left at once, since a session is written in at one place. An
 * aside waits for the one that takes its place: who follows asides knows which.
 */
export function followMain(): () => void {
  const leave = mainPane.view.subscribe(({ session_id }, before) => {
    if (session_id === before.session_id) return;
    const { shown, covered } = beside.getState();
    if (covered?.session_id === session_id) closeBeside();
    // An aside that is promoted goes there, and gives its place back.
    else if (shown?.session_id === session_id) uncoverBeside();
    // Beneath the aside of another session there is nothing of this one's.
    else if (covered?.kind === "timeline") beside.setState({ covered: undefined });
  });
  const forget = mainPane.drawn.subscribe(({ session_id }, before) => {
    if (session_id !== before.session_id && beside.getState().shown?.kind !== "sidecar") dropLeft();
  });
  return () => {
    leave();
    forget();
  };
}
