/** Another session (BR-3), or hidden turns (RW-3), beside the main thread, shown from the place where the two part. */

import { createStore } from "zustand/vanilla";
import type { SharedBeginning } from "../../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, SessionId } from "../../../../src-preload/contract/domain/ids";
import type { HiddenTurns } from "../../../../src-preload/contract/domain/timeline";
import type { SidePanelContent } from "../../../../src-preload/contract/window/calls/app";
import { appInfo } from "../../../platform/app-info";
import { call, onAppEvent } from "../../../platform/bridge";
import { t } from "../../../platform/language/language";
import { type IsWanted, latest, unchanged } from "../../../platform/latest";
import { reportError, showDone } from "../../../platform/notices";
import { doing, ready, showSession } from "../../../thread/actions";
import { mainThread, sideThread, type Thread, whenShown } from "../../../thread/thread";
import { isFree } from "../../../thread/view/session-view";
import { openInPanel, sidePanel, tell } from "../panel";
import { comesBack, type Panel, readIn, shownIn, sidecarIn, type UnmarkedAt } from "../panel-state";
import { compareInSidecar } from "../sidecar-compare";

/** The place where two conversations part: the last message of each that the other has too. Absent if they share none. */
export interface Fork {
  main?: MessageId;
  side?: MessageId;
  /** The number of shared messages; absent if nobody has counted them. */
  count?: number;
}

interface CompareState {
  /** Undefined until the place is known. */
  fork: Fork | undefined;
  /** True if both fold the shared beginning away. */
  folded: boolean;
  inStep: boolean;
  /** True if the comparison was just opened. Both then begin at the place where they part. */
  fresh: boolean;
  /** True if it was opened for one of the hidden messages. The shown turns then begin beside that one. */
  led: boolean;
}

export const compareState = createStore<CompareState>(() => ({
  fork: undefined,
  folded: true,
  inStep: true,
  fresh: false,
  led: false,
}));

export const unfold = (): void => compareState.setState({ folded: false });
export const setInStep = (inStep: boolean): void => compareState.setState({ inStep });

const forkOf = ({ count, a_message_id, b_message_id }: SharedBeginning): Fork => ({
  count,
  ...(a_message_id === undefined ? {} : { main: a_message_id }),
  ...(b_message_id === undefined ? {} : { side: b_message_id }),
});

/** Hidden turns part from the shown ones at their marker. */
const forkAt = ({ after }: HiddenTurns): Fork => (after === undefined ? {} : { main: after });

/** Tells a failure. Without a fork nothing is folded, so that nobody takes a part for the whole. */
async function findFork(
  main: SessionId | null | undefined,
  side: SessionId | null | undefined,
  isWanted: IsWanted,
): Promise<Fork | undefined> {
  if (!main || !side) return undefined;
  try {
    return forkOf(await call("branch.shared", { a: main, b: side }));
  } catch (error) {
    if (isWanted()) reportError(error);
    return undefined;
  }
}

/** The fork of a session is none of the next one. */
export const forgetFork = (): void => compareState.setState({ fork: undefined });

const comparedSessions = () => [mainThread, sideThread].map(({ view }) => view.getState().session_id);
const forks = latest(() => comparedSessions().join(" "));

/** Finds the fork again, after one of the two sessions was rewound or replaced by another. */
export async function findForkAnew(): Promise<void> {
  const [main, side] = comparedSessions();
  await forks(
    (isWanted) => findFork(main, side, isWanted),
    (fork) => compareState.setState({ fork }),
  );
}

const beginnings = latest(() => shownIn(sidePanel.getState()));

/** Attaches the item after its fork is known, so that nobody sees the beginning appear and vanish. */
export function showRead(session_id: SessionId): void {
  const main = mainThread.view.getState().session_id;
  const isMain = unchanged(() => mainThread.view.getState().session_id);
  sideThread.shown.close();
  forgetFork();
  const show = (found: Fork | undefined) => {
    const fork = isMain() ? found : undefined;
    compareState.setState(({ fresh }) => ({ fork, fresh: fresh && fork?.count !== 0 }));
    sideThread.shown.open(session_id).catch(reportError);
    if (!isMain()) doing(findForkAnew);
  };
  doing(() => beginnings((isWanted) => findFork(main, session_id, isWanted), show));
}

/** Begins a comparison at the fork, unless the user is following an answer in the main thread. */
const begin = (): void =>
  compareState.setState({ folded: true, fresh: isFree(mainThread.view.getState()), led: false });

/** Shows a session beside the main thread (BR-3). */
export function openBeside(session_id: SessionId): void {
  if (mainThread.view.getState().session_id === session_id)
    return showDone({ words: () => t("compare:same") });
  if (readIn(sidePanel.getState())?.session_id !== session_id) begin();
  openInPanel({ kind: "session", session_id });
}

/** Returns the part of the panel that main remembers. Main itself knows the open sidecar. */
function remembered(panel: Panel): SidePanelContent | undefined {
  const read = readIn(panel);
  // A summary is opened again from its note, and what has no marker by a search.
  if (read === undefined || read.kind === "summary" || read.kind === "unmarked") return undefined;
  return {
    session_id: read.session_id,
    ...(read.kind === "timeline" ? { op_id: read.op_id } : {}),
    ...(sidecarIn(panel) === undefined ? {} : { covered: true as const }),
  };
}

const isSameContent = (a: SidePanelContent | undefined, b: SidePanelContent | undefined): boolean =>
  a?.session_id === b?.session_id && a?.op_id === b?.op_id && a?.covered === b?.covered;

const hiddenTurns = ({ view }: Thread, op_id: OpId): HiddenTurns | undefined =>
  view.getState().hidden.find((turns) => turns.op_id === op_id);

/** Opens the item that main remembered. The memory may be old or damaged, so only a session or hidden turns that still exist come back. */
async function reopen({ session_id, op_id, ...read }: SidePanelContent): Promise<void> {
  const covered = read.covered === true;
  if (op_id !== undefined) {
    await whenShown(mainThread);
    if (hiddenTurns(mainThread, op_id) !== undefined)
      tell({ type: "remembered", item: { kind: "timeline", session_id, op_id }, covered });
    return;
  }
  const known = await call("session.read", { session_id }).catch(() => undefined);
  await whenShown(mainThread);
  if (known !== undefined && !known.session.ephemeral)
    tell({ type: "remembered", item: { kind: "session", session_id }, covered });
}

/** Sets the fork of hidden turns to their marker in the thread. */
export function showFork(thread: Thread, op_id: OpId): void {
  const turns = hiddenTurns(thread, op_id);
  if (turns !== undefined) compareState.setState({ fork: forkAt(turns) });
}

/** Reopens a session that was read here and has come back from the trash. */
function takeBack(session_id: SessionId): void {
  if (!comesBack(sidePanel.getState(), session_id)) return;
  compareState.setState({ folded: true, fresh: false });
  tell({ type: "remembered", item: { kind: "session", session_id }, covered: true });
}

/** Keeps the comparison over a restart, and over a stay in the trash (SE-9). Called once, when the window begins. */
export function keepRead(): () => void {
  doing(async () => {
    await ready();
    const read = appInfo.getState().info?.side_panel;
    if (read !== undefined) await reopen(read);
  });
  const deafen = onAppEvent((event) => {
    if (event.type === "session-changed") takeBack(event.session.id);
  });
  const leave = sidePanel.subscribe((now, before) => {
    const read = remembered(now);
    if (!isSameContent(read, remembered(before)))
      doing(() => call("app.show_side_panel", { side_panel: read ?? null }));
  });
  return () => {
    deafen();
    leave();
  };
}

/**
 * Shows the turns hidden at a marker of this thread beside the shown ones (RW-3). Does nothing if they are not hidden any more. With
 * `led` the shown ones begin beside the hidden message to which the view then goes.
 */
export function openCompare(thread: Thread, op_id: OpId, led = false): void {
  const { session_id } = thread.view.getState();
  const turns = hiddenTurns(thread, op_id);
  if (!session_id || turns === undefined) return;
  if (thread === sideThread && sidecarIn(sidePanel.getState()) !== undefined) {
    compareState.setState({ fork: forkAt(turns), fresh: false, led });
    return compareInSidecar({ session_id, op_id });
  }
  // The session in the panel becomes the main thread, because there is one place for a comparison.
  if (thread === sideThread) showSession(session_id);
  begin();
  compareState.setState({ fork: forkAt(turns), ...(led ? { fresh: false, led } : {}) });
  openInPanel({ kind: "timeline", session_id, op_id });
}

/** Shows hidden messages that no marker leads to, beside the thread that has them. */
export function openUnmarked(thread: Thread, turns: UnmarkedAt & { op_id: OpId }): void {
  const { session_id } = thread.view.getState();
  if (!session_id) return;
  if (thread === mainThread) return openInPanel({ kind: "unmarked", session_id, ...turns });
  compareState.setState({ fork: undefined, fresh: false, led: false });
  compareInSidecar({ session_id, ...turns });
}
