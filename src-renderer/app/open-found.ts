/** Opens what a search has found, and messages that labels and links lead to, where they are read now. */
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { Found, FoundSession } from "../../src-preload/contract/domain/search";
import { openCompare, openUnmarked } from "../features/side-panel/compare/compare";
import { leavePanel, sidePanel } from "../features/side-panel/panel";
import { comparedIn, shownIn, sidecarIn } from "../features/side-panel/panel-state";
import { closeCompared } from "../features/side-panel/sidecar-compare";
import { showSidecar } from "../features/side-panel/sidecars";
import { openTurnsOf, readSummary } from "../features/side-panel/summary/open-summary";
import { call } from "../platform/bridge";
import { openDialog, setFind } from "../platform/dialogs";
import { type IsWanted, latest } from "../platform/latest";
import { doing, showSession } from "../thread/actions";
import { isAlone } from "../thread/parts";
import { comparedThread, mainThread, sideThread, type Thread } from "../thread/thread";
import { openNote } from "../thread/view/open-notes";
import { arrived, comeNear, standAt, turnTo } from "../thread/view/stand-at";
import { type FoundPlace, foundPlace, type HiddenPlace } from "./found-place";

/** `words` are marked in the message. */
interface Asked {
  session_id: SessionId;
  message_id: MessageId;
  words?: string | undefined;
}

const mainSession = () => mainThread.view.getState().session_id;

/** Drops an opening whose reader has opened something else, or turned to another session, meanwhile. */
const opening = latest(mainSession);

/** `words` are marked in the message. @throws CallError */
export async function openFound(
  { session, message_id, kind }: Found,
  words: string | undefined,
): Promise<void> {
  const { id } = session;
  opening.drop();
  // The label that was found stands at its message.
  if (message_id !== undefined)
    return await open({ session_id: id, message_id, words: kind === "label" ? undefined : words });
  await openSession(session);
}

/** Opens a session where it is read now. @throws CallError */
export async function openSession({ id, trashed, sidecar_of }: FoundSession): Promise<void> {
  // The trash is the only place that shows what lies in it.
  if (trashed) return openDialog({ name: "trash", session_id: id });
  if (sidecar_of !== undefined) return await showSidecar({ id, main_id: sidecar_of.session_id });
  showSession(id);
  mainThread.focusComposer();
}

/** Shows a session at one of its messages. @throws CallError */
export const showMessage = (session_id: SessionId, message_id: MessageId): Promise<void> =>
  open({ session_id, message_id });

/** Moves the focus to the conversation at once, and to the message when that is shown. */
async function open(asked: Asked): Promise<void> {
  const { session_id, message_id } = asked;
  mainThread.focusLog();
  await opening(
    () => call("timeline.place", { session_id, message_id }),
    (place) => doing(() => goTo(foundPlace(place), asked)),
  );
}

async function goTo(place: FoundPlace, asked: Asked): Promise<void> {
  if (place.in === "trash") return openDialog({ name: "trash", session_id: place.session_id });
  if (place.in === "main") uncover();
  if (place.in === "sidecar") turnTo(place.main_id);
  else turnTo(asked.session_id, place.in === "main" ? asked.message_id : undefined);
  // From here on the session that was turned to has to stay.
  await opening(
    (isWanted) => openAt(place, asked, isWanted),
    () => undefined,
  );
}

async function openAt(
  place: Exclude<FoundPlace, { in: "trash" }>,
  asked: Asked,
  isWanted: IsWanted,
): Promise<void> {
  if (place.in === "sidecar") return await openInSidecar(place, asked, isWanted);
  if (!(await arrived(mainThread, asked.session_id)) || !isWanted()) return;
  if (place.in === "main") return await standIn(mainThread, asked, isWanted);
  if (place.in === "summary-words") {
    if (!openTurnsOf(place.summary)) return;
    const { box } = readSummary.getState();
    box?.focus({ preventScroll: true });
    return await mark(box, box, asked.words, isWanted);
  }
  const { message_id } = asked;
  if (place.in === "summary") openTurnsOf(place.summary);
  else {
    const { op_id, of } = place.hidden;
    if (of === "marked") openCompare(mainThread, op_id, true);
    else openUnmarked(mainThread, { op_id, of, message_id });
  }
  const item = shownIn(sidePanel.getState());
  const isShown = () => isWanted() && shownIn(sidePanel.getState()) === item;
  if (item?.kind === "unmarked") await comeNear(mainThread, message_id, isShown);
  await standIn(sideThread, asked, isShown);
}

/** Brings the main thread into view, where hidden turns of a sidecar or the panel lie over it. */
function uncover(): void {
  if (comparedIn(sidePanel.getState()) !== undefined) closeCompared();
  leavePanel();
  mainThread.focusLog();
}

async function openInSidecar(
  { main_id, hidden }: { main_id: SessionId; hidden?: HiddenPlace },
  asked: Asked,
  isWanted: IsWanted,
): Promise<void> {
  const { session_id, message_id } = asked;
  const isShown = () => isWanted() && sidecarIn(sidePanel.getState())?.session_id === session_id;
  const showing = showSidecar({ id: session_id, main_id });
  sideThread.focusLog();
  await showing;
  if (!isShown() || !(await arrived(sideThread, session_id)) || !isShown()) return;
  if (hidden === undefined) return await standIn(sideThread, asked, isShown);
  const { op_id, of } = hidden;
  if (of === "marked") openCompare(sideThread, op_id, true);
  else openUnmarked(sideThread, { op_id, of, message_id });
  const item = comparedIn(sidePanel.getState());
  await standIn(comparedThread, asked, () => isWanted() && comparedIn(sidePanel.getState()) === item);
}

/** Goes to the message, and marks the words there: in the main thread by its search, which can go on and leaves notes out. */
async function standIn(thread: Thread, { message_id, words }: Asked, isWanted: IsWanted): Promise<void> {
  const element = await standAt(thread, message_id, isWanted);
  if (element === undefined || words === undefined) return;
  if (isNote(thread, message_id)) openNote(thread, message_id);
  else if (thread === mainThread) return setFind(true, { text: words, from: message_id });
  await mark(element, thread.log, words, isWanted);
}

/** True for a message that stands as a note in its thread: a summary. */
function isNote({ view }: Thread, message_id: MessageId): boolean {
  const cell = view.getState().cells.find(({ id }) => id === message_id);
  return cell !== undefined && isAlone(cell.get().message);
}

async function mark(
  element: HTMLElement | null | undefined,
  box: HTMLElement | null | undefined,
  words: string | undefined,
  isWanted: IsWanted,
): Promise<void> {
  if (!element || !box || words === undefined) return;
  const { markWords } = await import("../features/chat/mark-words");
  if (isWanted()) markWords(element, box, words);
}
