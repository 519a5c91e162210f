/**
 * The asides of the session in the main thread (BR-4): which there are, and the one that is open, in the column beside. Main knows; every
 * window that shows the session follows.
 */
import { createStore } from "zustand/vanilla";
import type { Aside } from "../../src-preload/contract/calls/branches";
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import type { SessionSummary } from "../../src-preload/contract/types";
import { call, onAppEvent } from "../bridge";
import { t } from "../language/language";
import { holdKeysFor } from "../ui/held-keys";
import { stay } from "../ui/whereabouts";
import { showSession } from "./actions";
import { say } from "./announce";
import { reportError, showError } from "./app";
import { beside, dropLeft, enterBeside, isLeft, leaveBeside, showBeside, uncoverBeside } from "./beside";
import { closeCompared } from "./compared";
import { LONGEST_KEPT_MS } from "./drawn-view";
import { once, whenOver } from "./once";
import { besidePane, isWritten, mainPane, type Pane, takeFromField, whenAttached, whenDrawn } from "./pane";
import { takeSessionState } from "./session-list";
import { quoted } from "./undo-words";

interface AsidesState {
  /** Whose they are: while those of another session are on their way, those that are seen are still of the one that was left. */
  of: SessionId | undefined;
  /** Oldest first. */
  list: readonly Aside[];
}

const CLOSING = "close aside";

const NONE: AsidesState = { of: undefined, list: [] };

export const asides = createStore<AsidesState>(() => NONE);

const mainSession = () => mainPane.view.getState().session_id;

const isSidecar = (): boolean => beside.getState().shown?.kind === "sidecar";

function put({ id, copied_through }: Aside["session"], how?: "quietly"): void {
  showBeside(
    { kind: "sidecar", session_id: id, ...(copied_through === undefined ? {} : { copied_through }) },
    how,
  );
}

/** How an aside stands is known as of any session; what has come in one that is not open here is said once. */
function takeMarks(list: readonly Aside[]): void {
  const before = asides.getState().list;
  for (const { session, state, question } of list) {
    takeSessionState(session.id, state);
    const was = before.find(({ session: { id } }) => id === session.id);
    const isOpen = beside.getState().shown?.session_id === session.id;
    if (session.unread && was !== undefined && was.session.unread === undefined && !isOpen)
      say(t("beside:asides.news", { name: quoted(question ?? t("beside:asides.unasked")) }));
  }
}

const openIn = (list: readonly Aside[]): Aside | undefined =>
  list.findLast(({ closed_at }) => closed_at === undefined);

let keeping: ReturnType<typeof setTimeout> | undefined;

function endKeeping(): void {
  clearTimeout(keeping);
  keeping = undefined;
}

function dropKept(): void {
  endKeeping();
  if (asides.getState().of !== mainSession()) asides.setState(NONE);
  if (!isSidecar() || !isLeft()) return;
  takeFromField(besidePane);
  dropLeft();
}

/**
 * Those of a session that was left, and the one that is open, stay until it is known which take their place, so that nothing goes and
 * comes back; no longer than its messages may. What is typed from now on is for the session that was asked for (QU-2).
 */
function keepLeft(): void {
  // With each further session that is turned to meanwhile the wait is not begun anew.
  keeping ??= setTimeout(dropKept, LONGEST_KEPT_MS);
  if (!isSidecar() || !isLeft() || !isWritten(besidePane)) return;
  closeCompared("main");
  leaveBeside();
  mainPane.focusComposer();
}

/** What another window has opened is seen here too, without the focus; what is read side by side is not put away for it. */
function follow(list: readonly Aside[]): void {
  endKeeping();
  takeMarks(list);
  asides.setState({ of: mainSession() ?? undefined, list });
  const open = openIn(list);
  const { shown } = beside.getState();
  if (isSidecar() && shown?.session_id !== open?.session.id) takeFromField(besidePane);
  if (open === undefined) {
    if (shown === undefined || isSidecar()) uncoverBeside();
  } else if (shown === undefined || (isSidecar() && shown.session_id !== open.session.id))
    put(open.session, "quietly");
}

/** How many times the list was asked for. */
let asked = 0;
/** Answers to these, and to those asked before, are news no more: a later one has come, or this window has opened or closed one since. */
let outdated = 0;

/** @throws CallError */
export async function loadAsides(): Promise<void> {
  const session_id = mainSession();
  // There are none of a session to be.
  if (!session_id) return dropKept();
  asked += 1;
  const turn = asked;
  const list = await call("aside.list", { session_id });
  // The column opens and closes with what it stands beside; one aside takes the place of another as soon as it can.
  if (!isSidecar() || openIn(list) === undefined) await whenDrawn(mainPane);
  if (mainSession() !== session_id || turn <= outdated) return;
  outdated = turn;
  follow(list);
}

/** Runs what opens or closes an aside in this window. No list that was asked for before it is done is news then. @throws what `deed` throws */
async function change<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } finally {
    outdated = asked;
    void loadAsides().catch(reportError);
  }
}

/** Once, when there is a column to show them in. Returns the function that ends it. */
export function followAsides(): () => void {
  const again = () => void loadAsides().catch(reportError);
  const leave = mainPane.view.subscribe(({ session_id }, before) => {
    if (session_id === before.session_id) return;
    keepLeft();
    again();
  });
  const deafen = onAppEvent((event) => {
    if (event.type === "asides-changed" && event.session_id === mainSession()) again();
  });
  again();
  return () => {
    leave();
    deafen();
    endKeeping();
  };
}

/**
 * Shows what `ask` brings, unless another session has come into the main thread meanwhile; quietly where its user has gone elsewhere in
 * the window. What is typed until then is typed there. @throws what `ask` throws
 */
async function putWhenThere(
  main: SessionId | undefined,
  ask: () => Promise<SessionSummary>,
  isHere: () => boolean = stay(),
): Promise<void> {
  await holdKeysFor({ into: besidePane.composer, isHere }, async () => {
    const aside = await change(ask);
    if (mainSession() === main) put(aside, isHere() ? undefined : "quietly");
  });
}

/** A new aside of what a pane shows: from one of its messages, hidden ones too, or from the last that has settled. @throws CallError */
export async function askAside(
  pane: Pane,
  from_message_id?: MessageId,
  isHere: () => boolean = stay(),
): Promise<void> {
  const { session_id: here, timeline } = pane.view.getState();
  const session_id = here ?? timeline?.session_id;
  const main = mainSession();
  if (!session_id || !main) return;
  const from = from_message_id === undefined ? {} : { from_message_id };
  // Once: the copy of a long conversation takes a moment.
  await once("ask aside", () =>
    putWhenThere(main, () => call("aside.open", { session_id, ...from }), isHere),
  );
}

/** @throws CallError */
export async function reopenAside({ session }: Aside): Promise<void> {
  await putWhenThere(asides.getState().of, async () => {
    await call("aside.show", { session_id: session.id });
    return session;
  });
}

/** From wherever its user is, with the session that it stands beside. @throws CallError */
export async function showAside({ id, beside_id }: { id: SessionId; beside_id: SessionId }): Promise<void> {
  const isHere = stay();
  if (mainSession() !== beside_id) showSession(beside_id);
  await change(() => call("aside.show", { session_id: id }));
  const list = await call("aside.list", { session_id: beside_id });
  const aside = list.find(({ session }) => session.id === id);
  if (aside !== undefined && mainSession() === beside_id)
    put(aside.session, isHere() ? undefined : "quietly");
}

/** Until the list is here that says whether it is kept, it is one that is open no more. */
function noteClosed(id: SessionId): void {
  const closed_at = Date.now();
  asides.setState(({ list }) => ({
    list: list.map((aside) => (aside.session.id === id ? { ...aside, closed_at } : aside)),
  }));
}

/** It stays in the list, if anything was said in it, or begun to be. @throws CallError */
export async function closeAside(): Promise<void> {
  const { shown } = beside.getState();
  if (shown?.kind !== "sidecar") return;
  besidePane.flush();
  // What is typed from now on is not for what goes.
  if (isInColumn()) mainPane.focusComposer();
  await once(CLOSING, async () => {
    await change(() => call("aside.close", { session_id: shown.session_id }));
    noteClosed(shown.session_id);
    if (beside.getState().shown === shown) uncoverBeside();
  });
}

/** It is a branch from now on, to be shown as one; resolves with its id. @throws CallError */
export async function promoteAside(): Promise<SessionId | undefined> {
  const { shown } = beside.getState();
  if (shown?.kind !== "sidecar") return undefined;
  besidePane.flush();
  return (await call("aside.promote", { session_id: shown.session_id })).id;
}

const isInColumn = (): boolean =>
  document.querySelector("#beside")?.contains(document.activeElement) === true;

/** Nothing was said in the aside that is open, and nothing is about to be. */
function isBlank(): boolean {
  const { view, cells } = besidePane.view.getState();
  const box = document.querySelector<HTMLTextAreaElement>("#beside textarea[data-composer]");
  return view !== undefined && cells.length === 0 && besidePane.held.whole(box?.value ?? "") === "";
}

/** One key: into the aside that is open, out of it again, away with one in which nothing was said; a new one where none is open. */
export async function toggleAside(
  words: { message: string; hint: string },
  isHere: () => boolean = stay(),
): Promise<void> {
  // Not known yet.
  if (mainSession() === undefined) return;
  if (mainSession() === null) return showError({ code: "MESSAGE_NOT_FOUND", ...words });
  // The one on its way out is not the one that is meant.
  await whenOver(CLOSING);
  // Which it has is not known yet, and another's may stand there still: what is pressed, and typed, is for its own.
  if (asides.getState().of !== mainSession())
    return await holdKeysFor({ into: besidePane.composer, fresh: true, isHere }, async () => {
      await loadAsides();
      await toggleAside(words, isHere);
    });
  const open = openIn(asides.getState().list);
  if (isSidecar() && isInColumn()) {
    closeCompared("main");
    // It has the focus before its messages are here: whether anything was said in it is not known yet.
    await whenAttached(besidePane);
    if (!isSidecar()) return;
    if (isBlank()) return await closeAside();
    leaveBeside();
    return isHere() ? mainPane.focusComposer() : undefined;
  }
  if (isSidecar()) return isHere() ? enterBeside() : undefined;
  if (open !== undefined) return put(open.session, isHere() ? undefined : "quietly");
  await askAside(mainPane, undefined, isHere);
}
