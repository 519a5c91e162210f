/** What is read side by side: another session (BR-3), or turns that are hidden (RW-3), beside the main thread from where the two part. */
import { createStore } from "zustand/vanilla";
import type { SharedBeginning } from "../../../src-preload/contract/calls/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/ids";
import { call } from "../../bridge";
import { t } from "../../language/language";
import { doing, ready, showSession } from "../../state/actions";
import { say } from "../../state/announce";
import { appView } from "../../state/app";
import { type Beside, beside, showBeside } from "../../state/beside";
import { besidePane, mainPane, type Pane } from "../../state/pane";

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
}

export const sideBySide = createStore<SideBySide>(() => ({ fork: undefined, folded: true, inStep: true }));

export const unfold = (): void => sideBySide.setState({ folded: false });
export const setInStep = (inStep: boolean): void => sideBySide.setState({ inStep });

const forkOf = ({ count, a_message_id, b_message_id }: SharedBeginning): Fork => ({
  count,
  ...(a_message_id === undefined ? {} : { main: a_message_id }),
  ...(b_message_id === undefined ? {} : { beside: b_message_id }),
});

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

/** BR-3: shows a session beside the one of the main thread. `quietly`: the focus stays where it is. */
export function openBeside(session_id: SessionId, how?: "quietly"): void {
  doing(async () => {
    const main = mainPane.view.getState().session_id;
    if (main === session_id) return say(t("compare:same"));
    // Known before it is shown: nothing of the beginning is seen to come and go.
    const fork = await findFork(main, session_id);
    if (mainPane.view.getState().session_id !== main) return;
    sideBySide.setState({ fork, folded: true });
    showBeside({ kind: "session", session_id }, how);
  });
}

const sessionOf = (shown: Beside | undefined) => (shown?.kind === "session" ? shown.session_id : null);

/** SE-9: what was read side by side is, at the next start as well. Once, when the window begins. */
export function keepBeside(): () => void {
  doing(async () => {
    await ready();
    const session_id = appView.getState().info?.beside_session;
    if (session_id === undefined || beside.getState().shown !== undefined) return;
    // In the trash since, or gone.
    const known = await call("session.status", { session_id }).catch(() => undefined);
    if (known !== undefined) openBeside(session_id, "quietly");
  });
  return beside.subscribe(({ shown }, before) => {
    const session_id = sessionOf(shown);
    if (session_id !== sessionOf(before.shown)) doing(() => call("app.show_beside", { session_id }));
  });
}

/** RW-3: shows the turns that are hidden at a marker of this pane beside those that are shown there. */
export function openCompare(pane: Pane, op_id: OpId): void {
  const { session_id, hidden } = pane.view.getState();
  const turns = hidden.find((one) => one.op_id === op_id);
  if (!session_id || turns === undefined) return;
  // What stands beside becomes the main thread: there is one place for what is compared.
  if (pane === besidePane) showSession(session_id);
  sideBySide.setState({ fork: turns.after === undefined ? {} : { main: turns.after }, folded: true });
  showBeside({ kind: "timeline", session_id, op_id });
}
