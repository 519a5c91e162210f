/**
 * The asides of the session in the main thread (BR-4): which there are, and the one that is open, in the column beside. Main knows; every
 * window that shows the session follows.
 */
import { createStore } from "zustand/vanilla";
import type { Aside } from "../../src-preload/contract/calls/branches";
import type { MessageId, SessionId } from "../../src-preload/contract/ids";
import { call, onAppEvent } from "../bridge";
import { reportError, showError } from "./app";
import { beside, closeBeside, enterBeside, leaveBeside, showBeside } from "./beside";
import { besidePane, mainPane, type Pane } from "./pane";

interface AsidesState {
  /** Oldest first. */
  list: readonly Aside[];
}

const NONE: readonly Aside[] = [];

export const asides = createStore<AsidesState>(() => ({ list: NONE }));

const mainSession = () => mainPane.view.getState().session_id;

const isSidecar = (): boolean => beside.getState().shown?.kind === "sidecar";

function put({ id, copied_through }: Aside["session"], how?: "quietly"): void {
  showBeside(
    { kind: "sidecar", session_id: id, ...(copied_through === undefined ? {} : { copied_through }) },
    how,
  );
}

/** What another window has opened is seen here too, without the focus; what is read side by side is not put away for it. */
function follow(list: readonly Aside[]): void {
  asides.setState({ list });
  const open = list.findLast(({ closed_at }) => closed_at === undefined);
  const { shown } = beside.getState();
  if (open === undefined) {
    if (isSidecar()) closeBeside();
  } else if (shown === undefined || (isSidecar() && shown.session_id !== open.session.id))
    put(open.session, "quietly");
}

async function load(): Promise<void> {
  const session_id = mainSession();
  if (!session_id) return asides.setState({ list: NONE });
  const list = await call("aside.list", { session_id });
  if (mainSession() === session_id) follow(list);
}

/** Once, when there is a column to show them in. Returns the function that ends it. */
export function followAsides(): () => void {
  const again = () => void load().catch(reportError);
  const leave = mainPane.view.subscribe(({ session_id }, before) => {
    if (session_id === before.session_id) return;
    asides.setState({ list: NONE });
    again();
  });
  const deafen = onAppEvent((event) => {
    if (event.type === "asides-changed" && event.session_id === mainSession()) again();
  });
  again();
  return () => {
    leave();
    deafen();
  };
}

let opening = false;

/** A new aside of what a pane shows: from one of its messages, or from the last that has settled. @throws CallError */
export async function askAside(pane: Pane, from_message_id?: MessageId): Promise<void> {
  const { session_id } = pane.view.getState();
  const main = mainSession();
  // A second press, while a long conversation is being copied, is not a second aside.
  if (!session_id || !main || opening) return;
  opening = true;
  try {
    const from = from_message_id === undefined ? {} : { from_message_id };
    const aside = await call("aside.open", { session_id, ...from });
    if (mainSession() === main) put(aside);
  } finally {
    opening = false;
  }
}

/** @throws CallError */
export async function reopenAside({ session }: Aside): Promise<void> {
  const main = mainSession();
  await call("aside.show", { session_id: session.id });
  if (mainSession() === main) put(session);
}

/** It stays in the list, if anything was said in it, or begun to be. @throws CallError */
export async function closeAside(): Promise<void> {
  const { shown } = beside.getState();
  if (shown?.kind !== "sidecar") return;
  besidePane.drafts.flush();
  await call("aside.close", { session_id: shown.session_id });
  if (beside.getState().shown === shown) closeBeside();
}

/** Into the trash, from which it comes back. @throws CallError */
export async function removeAside({ session }: Aside): Promise<void> {
  await call("trash.put", { session_id: session.id });
}

/** It is a branch from now on; resolves with its id. @throws CallError */
export async function promoteAside(): Promise<SessionId | undefined> {
  const { shown } = beside.getState();
  if (shown?.kind !== "sidecar") return undefined;
  besidePane.drafts.flush();
  const { id } = await call("aside.promote", { session_id: shown.session_id });
  closeBeside();
  return id;
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
export async function toggleAside(words: { message: string; hint: string }): Promise<void> {
  // Not known yet.
  if (mainSession() === undefined) return;
  if (mainSession() === null) return showError({ code: "MESSAGE_NOT_FOUND", ...words });
  const open = asides.getState().list.findLast(({ closed_at }) => closed_at === undefined);
  if (isSidecar() && isInColumn()) {
    if (isBlank()) return await closeAside();
    leaveBeside();
    return mainPane.focusComposer();
  }
  if (isSidecar()) return enterBeside();
  if (open !== undefined) return put(open.session);
  await askAside(mainPane);
}
