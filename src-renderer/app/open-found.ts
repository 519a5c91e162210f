/** Opens what a search has found, and messages that labels and links lead to, where they are read now. */
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { Found } from "../../src-preload/contract/domain/search";
import { openCompare, openUnmarked } from "../features/side-panel/compare/compare";
import { leavePanel, sidePanel } from "../features/side-panel/panel";
import { comparedIn, shownIn, sidecarIn } from "../features/side-panel/panel-state";
import { closeCompared } from "../features/side-panel/sidecar-compare";
import { showSidecar } from "../features/side-panel/sidecars";
import { openTurnsOf, readSummary } from "../features/side-panel/summary/open-summary";
import { call } from "../platform/bridge";
import { openDialog, setFind } from "../platform/dialogs";
import { showSession } from "../thread/actions";
import { comparedThread, mainThread, sideThread, type Thread } from "../thread/thread";
import { arrived, comeNear, standAt, turnTo } from "../thread/view/stand-at";
import { type FoundPlace, foundPlace, type HiddenPlace } from "./found-place";

/** `words` are marked in the message. */
interface Asked {
  session_id: SessionId;
  message_id: MessageId;
  words?: string | undefined;
}

/** The number of messages that were asked for: the last one is wanted. */
let count = 0;

/** `words` are marked in the message. @throws CallError */
export async function openFound(
  { session, message_id, kind }: Found,
  words: string | undefined,
): Promise<void> {
  const { id } = session;
  // The label that was found stands at its message.
  if (message_id !== undefined)
    return await open({ session_id: id, message_id, words: kind === "label" ? undefined : words });
  // The trash is the only place that shows what lies in it.
  if (session.trashed) return openDialog({ name: "trash", session_id: id });
  if (mainThread.view.getState().session_id !== id) showSession(id);
  mainThread.focusComposer();
}

/** Shows a session at one of its messages. @throws CallError */
export const showMessage = (session_id: SessionId, message_id: MessageId): Promise<void> =>
  open({ session_id, message_id });

/** Moves the focus to the conversation at once, and to the message when that is shown. */
async function open(asked: Asked): Promise<void> {
  count += 1;
  const mine = count;
  mainThread.focusLog();
  const { session_id, message_id } = asked;
  const place = foundPlace(await call("timeline.place", { session_id, message_id }));
  if (mine === count) await openAt(place, asked);
}

async function openAt(place: FoundPlace, asked: Asked): Promise<void> {
  const { session_id, message_id, words } = asked;
  if (place.in === "trash") return openDialog({ name: "trash", session_id: place.session_id });
  if (place.in === "sidecar") return await openInSidecar(place, asked);
  const isShown = () => mainThread.view.getState().session_id === session_id;
  if (place.in === "main") {
    uncover();
    turnTo(session_id, message_id);
    await arrived(mainThread, session_id);
    const article = await standAt(mainThread, message_id, isShown);
    if (article !== undefined && words !== undefined) setFind(true, { text: words, from: message_id });
    return;
  }
  turnTo(session_id);
  if (!(await arrived(mainThread, session_id))) return;
  if (place.in === "summary-words") {
    if (!openTurnsOf(place.summary)) return;
    const { box } = readSummary.getState();
    box?.focus({ preventScroll: true });
    return await mark(box, box, words);
  }
  if (place.in === "summary") openTurnsOf(place.summary);
  else if (place.hidden.of === "marked") openCompare(mainThread, place.hidden.op_id, true);
  else {
    openUnmarked(mainThread, { op_id: place.hidden.op_id, of: place.hidden.of });
    await comeNear(mainThread, message_id);
  }
  const item = shownIn(sidePanel.getState());
  await standIn(sideThread, asked, () => isShown() && shownIn(sidePanel.getState()) === item);
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
): Promise<void> {
  const { session_id } = asked;
  const isShown = () => sidecarIn(sidePanel.getState())?.session_id === session_id;
  const showing = showSidecar({ id: session_id, main_id });
  sideThread.focusLog();
  await showing;
  if (!isShown() || !(await arrived(sideThread, session_id))) return;
  if (hidden === undefined) return await standIn(sideThread, asked, isShown);
  if (hidden.of === "marked") openCompare(sideThread, hidden.op_id, true);
  else openUnmarked(sideThread, { op_id: hidden.op_id, of: hidden.of });
  const item = comparedIn(sidePanel.getState());
  await standIn(comparedThread, asked, () => comparedIn(sidePanel.getState()) === item);
}

/** Goes to the message beside the main thread, and marks the words there. */
async function standIn(thread: Thread, { message_id, words }: Asked, isShown: () => boolean): Promise<void> {
  const article = await standAt(thread, message_id, isShown);
  await mark(article, thread.log, words);
}

async function mark(
  element: HTMLElement | null | undefined,
  box: HTMLElement | null | undefined,
  words: string | undefined,
): Promise<void> {
  if (!element || !box || words === undefined) return;
  const { markWords } = await import("../features/chat/mark-words");
  markWords(element, box, words);
}
