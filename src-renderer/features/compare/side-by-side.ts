/** What is read side by side: another session (BR-3), or turns that are hidden (RW-3), beside the main thread from where the two part. */
import { createStore } from "zustand/vanilla";
import type { ReadBeside } from "../../../src-preload/contract/calls/app";
import type { SharedBeginning } from "../../../src-preload/contract/calls/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/ids";
import type { HiddenTurns } from "../../../src-preload/contract/types";
import { call, onAppEvent } from "../../bridge";
import { t } from "../../language/language";
import { doing, ready, showSession } from "../../state/actions";
import { appView, showDone } from "../../state/app";
import { loadAsides } from "../../state/asides";
import {
  type Beside,
  type BesideState,
  beside,
  type Covered,
  comesBack,
  putBeneath,
  readBeside,
  showBeside,
} from "../../state/beside";
import { compareAside } from "../../state/compared";
import { besidePane, mainPane, type Pane } from "../../state/pane";
import { isFree } from "../../state/session-view";
import { holdKeysFor } from "../../ui/held-keys";

/** Where the two part: the last message of each that the other has too; absent where they have none in common. */
export interface Fork {
  main?: MessageId;
  beside?: MessageId;
  /** Messages that both have; absent where it is not counted. */
  count?: number;
}

interface SideBySide {
  /** Undefined while it is not known. */
  fork: Fork | undefined;
  /** The shared beginning is folded away in both. */
  folded: boolean;
  inStep: boolean;
  /** It was just asked for: both are read from where they part. */
  fresh: boolean;
}

export const sideBySide = createStore<SideBySide>(() => ({
  fork: undefined,
  folded: true,
  inStep: true,
  fresh: false,
}));

export const unfold = (): void => sideBySide.setState({ folded: false });
export const setInStep = (inStep: boolean): void => sideBySide.setState({ inStep });

const forkOf = ({ count, a_message_id, b_message_id }: SharedBeginning): Fork => ({
  count,
  ...(a_message_id === undefined ? {} : { main: a_message_id }),
  ...(b_message_id === undefined ? {} : { beside: b_message_id }),
});

/** Hidden turns part from those that are shown where they are marked. */
const forkAt = ({ after }: HiddenTurns): Fork => (after === undefined ? {} : { main: after });

/** @throws CallError */
async function findFork(main: SessionId | null | undefined, beside: SessionId): Promise<Fork | undefined> {
  return main ? forkOf(await call("branch.shared", { a: main, b: beside })) : undefined;
}

/** Looks anew where the two sessions part: one of them is another now, or was rewound. @throws CallError */
export async function findForkAnew(): Promise<void> {
  const idsOf = () => [mainPane, besidePane].map(({ view }) => view.getState().session_id);
  const [main, beside] = idsOf();
  const fork = beside ? await findFork(main, beside) : undefined;
  const [mainNow, besideNow] = idsOf();
  if (main === mainNow && beside === besideNow) sideBySide.setState({ fork });
}

/** From where the two part, unless an answer is being followed in the main thread, or they have nothing in common. */
function begin(fork: Fork | undefined, how: "quietly" | undefined): void {
  const fresh = how === undefined && fork?.count !== 0 && isFree(mainPane.view.getState());
  sideBySide.setState({ fork, folded: true, fresh });
}

/** Unless another session has come into the main thread meanwhile; quietly also where its user is elsewhere in the window. @throws CallError */
async function putBeside(session_id: SessionId, isHere: () => boolean): Promise<void> {
  const main = mainPane.view.getState().session_id;
  // Known before it is shown: nothing of the beginning is seen to come and go.
  const fork = await findFork(main, session_id);
  if (mainPane.view.getState().session_id !== main) return;
  const how = isHere() ? undefined : "quietly";
  begin(fork, how);
  showBeside({ kind: "session", session_id }, how);
}

/** BR-3: shows a session beside the one of the main thread. `quietly`: the focus stays where it is. */
export function openBeside(session_id: SessionId, how?: "quietly"): void {
  if (mainPane.view.getState().session_id === session_id) return showDone({ words: t("compare:same") });
  if (how !== undefined) return doing(() => putBeside(session_id, () => false));
  doing(() => holdKeysFor({ into: besidePane.composer }, (isHere) => putBeside(session_id, isHere)));
}

/** What is remembered of it: an aside is open, or not, in every window that shows its session; what it stands over is this window's. */
function remembered(state: Pick<BesideState, "shown" | "covered">): ReadBeside | undefined {
  const read = readBeside(state);
  if (read === undefined) return undefined;
  return {
    session_id: read.session_id,
    ...(read.kind === "timeline" ? { op_id: read.op_id } : {}),
    ...(read === state.covered ? { covered: true } : {}),
  };
}

const sameBeside = (a: ReadBeside | undefined, b: ReadBeside | undefined): boolean =>
  a?.session_id === b?.session_id && a?.op_id === b?.op_id && a?.covered === b?.covered;

/** Something was asked for meanwhile, or is read already: an aside that was merely still open there is neither. */
const isTaken = (): boolean => beside.getState().asked > 0 || readBeside(beside.getState()) !== undefined;

/** Calls `there` when a session stands in the main thread; never where its user has gone elsewhere. */
function onceShown(session_id: SessionId, there: () => void): void {
  const look = () => {
    const { session_id: now, view } = mainPane.view.getState();
    if (now === session_id && view === undefined) return false;
    if (now === session_id) there();
    return true;
  };
  if (look()) return;
  const stop = mainPane.view.subscribe(() => {
    if (look()) stop();
  });
}

const hiddenTurns = ({ view }: Pane, op_id: OpId): HiddenTurns | undefined =>
  view.getState().hidden.find((turns) => turns.op_id === op_id);

/** As it stood: an aside may be over it still, or was closed in another window since. */
function putBack(read: Covered, covered: true | undefined): void {
  const isAside = beside.getState().shown?.kind === "sidecar";
  if (covered && isAside && readBeside(beside.getState()) === undefined) putBeneath(read);
  else if (isTaken()) return;
  else if (covered) {
    putBeneath(read);
    doing(loadAsides);
  } else if (read.kind === "timeline") openCompare(mainPane, read.op_id, "quietly");
  else openBeside(read.session_id, "quietly");
}

/** What is kept may be old, or anything: it is put back where it is there still, and stands beside something else. */
async function reopen({ session_id, op_id, covered }: ReadBeside): Promise<void> {
  if (op_id !== undefined) {
    return onceShown(session_id, () => {
      if (hiddenTurns(mainPane, op_id) !== undefined)
        putBack({ kind: "timeline", session_id, op_id }, covered);
    });
  }
  const known = await call("session.read", { session_id }).catch(() => undefined);
  const isMain = mainPane.view.getState().session_id === session_id;
  if (known === undefined || known.session.ephemeral || isMain) return;
  putBack({ kind: "session", session_id }, covered);
}

/** What an aside stood in the place of is there again: much may have been said, or gone back in, meanwhile. */
function findForkWhere(shown: Beside): void {
  if (shown.kind === "session") doing(findForkAnew);
  else if (shown.kind === "timeline") {
    const turns = hiddenTurns(mainPane, shown.op_id);
    if (turns !== undefined) sideBySide.setState({ fork: forkAt(turns) });
  }
}

/** SE-9: what was read side by side is, at the next start as well, and when it is back from the trash. Once, when the window begins. */
export function keepBeside(): () => void {
  doing(async () => {
    await ready();
    const read = appView.getState().info?.beside;
    if (read !== undefined) await reopen(read);
  });
  const deafen = onAppEvent((event) => {
    if (event.type === "session-changed" && comesBack(event.session.id))
      openBeside(event.session.id, "quietly");
  });
  const leave = beside.subscribe((now, before) => {
    if (now.shown !== undefined && now.shown === before.covered) findForkWhere(now.shown);
    const read = remembered(now);
    if (!sameBeside(read, remembered(before))) doing(() => call("app.show_beside", { beside: read ?? null }));
  });
  return () => {
    deafen();
    leave();
  };
}

/** RW-3: shows the turns that are hidden at a marker of this pane beside those that are shown there; nothing where they are not hidden any more. */
export function openCompare(pane: Pane, op_id: OpId, how?: "quietly"): void {
  const { session_id } = pane.view.getState();
  const turns = hiddenTurns(pane, op_id);
  if (!session_id || turns === undefined) return;
  if (pane === besidePane && beside.getState().shown?.kind === "sidecar") {
    sideBySide.setState({ fork: forkAt(turns), fresh: false });
    return compareAside({ session_id, op_id });
  }
  // What stands beside becomes the main thread: there is one place for what is compared.
  if (pane === besidePane) showSession(session_id);
  begin(forkAt(turns), how);
  showBeside({ kind: "timeline", session_id, op_id }, how);
}
