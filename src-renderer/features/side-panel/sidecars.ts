/** The user's actions on sidecars of the main thread's session (BR-4), and the reading of main's list of sidecars. */

import type { Sidecar } from "../../../src-preload/contract/domain/branches";
import { type Draft, isEmptyDraft, type PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call, onAppEvent } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { quoted } from "../../platform/language/undo-words";
import { latest } from "../../platform/latest";
import { reportError, showError } from "../../platform/notices";
import { doing, showSession } from "../../thread/actions";
import { takeSessionState } from "../../thread/session-list";
import { mainThread, sideThread, type Thread, whenDrawn } from "../../thread/thread";
import { readDrafts, storeDraft } from "../../thread/writing/draft-retry";
import { enterPanel, isInPanel, leavePanel, openInPanel, sidePanel, tell, tellUnasked } from "./panel";
import { openOf, type SidecarItem, sidecarIn, sidecarItem } from "./panel-state";
import { closeCompared } from "./sidecar-compare";

const mainSession = () => mainThread.view.getState().session_id;
const shownSidecar = () => sidecarIn(sidePanel.getState());

/**
 * Takes a list of sidecars. Their states are kept like those of all sessions. A message that came into a sidecar which is not open here is
 * announced once.
 */
export function takeSidecars(main: SessionId, sidecars: readonly Sidecar[]): void {
  const panel = sidePanel.getState();
  const before = panel.main === main ? panel.sidecars : [];
  for (const { session, state, question } of sidecars) {
    takeSessionState(session.id, state);
    const was = before.find(({ session: { id } }) => id === session.id);
    const isOpen = sidecarIn(panel)?.session_id === session.id;
    if (session.unread && was !== undefined && was.session.unread === undefined && !isOpen)
      say(t("side-panel:sidecars.news", { name: quoted(question ?? t("side-panel:sidecars.unasked")) }));
  }
}

const lists = latest(() => sidePanel.getState().main);

/** Asks main for the sidecars and their states. @throws CallError */
async function load(): Promise<void> {
  const { main } = sidePanel.getState();
  if (!main) return;
  await lists(
    () => call("sidecar.list", { session_id: main }),
    (sidecars) => {
      takeSidecars(main, sidecars);
      tellUnasked({ type: "sidecars", session_id: main, sidecars });
    },
  );
}

/** Called once, when there is a panel. Returns the function that ends it. */
export const followSidecars = (): (() => void) =>
  onAppEvent((event) => {
    if (event.type === "sidecars-changed" && event.session_id === sidePanel.getState().main)
      load().catch(reportError);
  });

/** This window's calls that open or close sidecars, one after the other. */
let deeds: Promise<unknown> = Promise.resolve();

/** Runs a call that opens or closes a sidecar. A list that was asked for before the call is done is outdated. @throws what `work` throws */
async function deed(work: () => Promise<unknown>): Promise<void> {
  tell({ type: "deed-begun" });
  const mine = work();
  deeds = Promise.allSettled([deeds, mine]);
  try {
    await mine;
  } finally {
    tell({ type: "deed-done" });
    lists.drop();
    load().catch(reportError);
  }
}

/** Moves the text and the files of the panel to the composer of the main thread, because their sidecar does not exist. */
function passOn(): void {
  const { text, attachments = [] } = sideThread.takeDraft();
  if (text !== "") mainThread.insert(text, "end");
  mainThread.files.put(attachments);
}

/** Puts the sidecar of a session found by `find` into the panel. If there is none, the place is given up. @throws what `find` throws */
async function bring(main: SessionId, find: () => Promise<SidecarItem | undefined>): Promise<void> {
  try {
    const sidecar = await find();
    tell(sidecar === undefined ? { type: "refused" } : { type: "stored", sidecar });
  } catch (error) {
    const shown = shownSidecar();
    // A sidecar of another session may be in the making in the same place by now: its place and its words are its own.
    if (shown?.main === main && shown.session_id === undefined) {
      // Whoever has turned to another session meanwhile writes for that one.
      if (mainSession() === main) passOn();
      tell({ type: "refused" });
    }
    throw error;
  }
}

/**
 * Moves what was written for a sidecar that does not exist behind the draft of the session beside which it was to stand. If that draft
 * cannot be read, the words come into the composer in sight.
 */
async function giveBack(main: SessionId, { text, attachments = [] }: Draft): Promise<void> {
  const place = { kind: "composer", session_id: main } as const;
  const drafts = mainSession() === main ? undefined : await readDrafts(main).catch(() => undefined);
  if (drafts === undefined || mainSession() === main) {
    if (text !== "") mainThread.insert(text, "end");
    return mainThread.files.put(attachments);
  }
  const { text: before, attachments: files = [], ...draft } = drafts.find(isComposers) ?? { text: "" };
  const texts = [before, text].filter((each) => each !== "");
  await storeDraft({ ...draft, place, text: texts.join("\n\n"), attachments: [...files, ...attachments] });
}

const isComposers = ({ place }: PlacedDraft): boolean => place.kind === "composer";

/**
 * Makes a sidecar. If the user turns to another session before it is made, what was written for it is kept as its draft, or if it cannot be
 * made as that of the session beside which it was to stand. @throws CallError
 */
async function make(main: SessionId, session_id: SessionId, from?: MessageId): Promise<void> {
  let made: SessionId | undefined;
  let written: Draft = { text: "" };
  const stop = mainThread.view.subscribe((now) => {
    if (now.session_id === main) return;
    // Later the panel may show a sidecar of the other session, with a draft of its own.
    stop();
    written = sideThread.takeDraft();
  });
  const making = deed(() =>
    bring(main, async () => {
      const from_message_id = from === undefined ? {} : { from_message_id: from };
      const session = await call("sidecar.open", { session_id, ...from_message_id });
      made = session.id;
      return { ...sidecarItem(main, session), fresh: true };
    }),
  );
  try {
    await making;
  } catch (error) {
    if (!isEmptyDraft(written)) await giveBack(main, written);
    throw error;
  } finally {
    stop();
  }
  if (made !== undefined && !isEmptyDraft(written))
    await storeDraft({ place: { kind: "composer", session_id: made }, ...written });
  const isCalledOff = mainSession() === main && shownSidecar()?.session_id !== made;
  if (made !== undefined && isCalledOff) await close(made);
}

const close = (session_id: SessionId) => deed(() => call("sidecar.close", { session_id }));

/** Makes a sidecar of a thread: from one of its messages, also a hidden one, or from the last finished one. */
export function askSidecar(thread: Thread, from?: MessageId): void {
  const { session_id: here, timeline } = thread.view.getState();
  const session_id = here ?? timeline?.session_id;
  const main = mainSession();
  if (!session_id || !main) return;
  const sidecar = shownSidecar();
  // Copying a long conversation takes a moment; the second of two presses does nothing more.
  if (sidecar?.main === main && sidecar.session_id === undefined) return enterPanel();
  openInPanel({ kind: "sidecar", main });
  doing(() => make(main, session_id, from));
}

/** Opens a sidecar of the list again. */
export function reopenSidecar({ session }: Sidecar): void {
  const main = mainSession();
  if (!main) return;
  openInPanel(sidecarItem(main, session));
  doing(() => deed(() => call("sidecar.show", { session_id: session.id })));
}

/** Shows a sidecar from anywhere, together with the session that it stands beside. @throws CallError */
export async function showSidecar({ id, main_id }: { id: SessionId; main_id: SessionId }): Promise<void> {
  if (mainSession() !== main_id) showSession(main_id);
  openInPanel({ kind: "sidecar", main: main_id });
  await deed(() =>
    bring(main_id, async () => {
      await call("sidecar.show", { session_id: id });
      const list = await call("sidecar.list", { session_id: main_id });
      const found = list.find(({ session }) => session.id === id);
      return found && sidecarItem(main_id, found.session);
    }),
  );
}

/** Closes the open sidecar. Main keeps it in the list if anything was said or begun in it. @throws CallError */
export async function closeSidecar(): Promise<void> {
  const sidecar = shownSidecar();
  if (sidecar === undefined) return;
  const { session_id } = sidecar;
  const wasHere = isInPanel();
  sideThread.flush();
  if (session_id === undefined) passOn();
  tell({ type: "close", kind: "sidecar" });
  // Keys from now on go to the main thread.
  if (wasHere) mainThread.focusComposer();
  if (session_id !== undefined) await close(session_id);
}

/** Makes a branch of the open sidecar; resolves with its id. @throws CallError */
export async function promoteSidecar(): Promise<SessionId | undefined> {
  const session_id = shownSidecar()?.session_id;
  if (session_id === undefined) return undefined;
  sideThread.flush();
  await deed(() => call("sidecar.promote", { session_id }));
  return session_id;
}

/** Returns true if nothing was said in the sidecar and its composer is empty. */
function isBlank({ session_id, fresh }: SidecarItem): boolean {
  const { view, cells } = sideThread.view.getState();
  const isEmpty = view === undefined ? fresh === true || session_id === undefined : cells.length === 0;
  return isEmpty && sideThread.draftText() === "" && sideThread.files.list.length === 0;
}

/** Shows the open sidecar once it is known, else makes a new one. @throws CallError */
async function openOrMake(main: SessionId): Promise<void> {
  await whenDrawn(mainThread);
  await deeds;
  await load();
  const sidecar = shownSidecar();
  if (sidecar?.main !== main || sidecar.session_id !== undefined) return;
  const open = openOf(sidePanel.getState().sidecars);
  if (open === undefined) await make(main, main);
  else await bring(main, async () => sidecarItem(main, open.session));
}

/**
 * Does the work of the one key: enters an open sidecar, leaves it again, closes it if nothing was said in it, or makes a new one if none is
 * open.
 */
export function toggleSidecar(words: { message: string; hint: string }): void {
  const main = mainSession();
  // The session is not known yet.
  if (main === undefined) return;
  if (main === null) return showError({ code: "MESSAGE_NOT_FOUND", ...words });
  const sidecar = shownSidecar();
  if (sidecar?.main === main) {
    if (!isInPanel()) return enterPanel();
    closeCompared("main");
    if (isBlank(sidecar)) return doing(closeSidecar);
    leavePanel();
    return mainThread.focusComposer();
  }
  const { main: known, deeds: underWay, sidecars } = sidePanel.getState();
  const open = openOf(sidecars);
  if (known !== main || underWay > 0) {
    openInPanel({ kind: "sidecar", main });
    doing(() => openOrMake(main));
  } else if (open === undefined) askSidecar(mainThread);
  else openInPanel(sidecarItem(main, open.session));
}
