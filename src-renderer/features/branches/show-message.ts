/** Shows a session at one of its messages, and marks that until the reader turns to something else. */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { t } from "../../platform/language/language";
import { showSession } from "../../thread/actions";
import { mainThread } from "../../thread/thread";
import { articleOf } from "../../thread/view/built-rows";
import { notePlace } from "../../thread/view/reading-places";

/** Pixels between the top of the view and the message. */
const MARGIN = 60;
/** Sorts after every id, so no message below counts as news. */
const LAST = "~" as MessageId;

/** Resolves when the session is shown, cannot be shown, or is no longer wanted. */
function arrived(session_id: SessionId): Promise<void> {
  const { view } = mainThread;
  return new Promise((resolve) => {
    const look = () => {
      const state = view.getState();
      if (state.session_id === session_id && state.view === undefined && state.failure === undefined) return;
      stop();
      resolve();
    };
    const stop = view.subscribe(look);
    look();
  });
}

/** Resolves when React has drawn the page and the conversation has scrolled. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Returns the message, or the last one before it if a rewind has hidden it since. */
function articleAt(message_id: MessageId): HTMLElement | undefined {
  const cell = mainThread.view.getState().cells.findLast(({ id }) => id <= message_id);
  return cell && articleOf(mainThread, cell.id);
}

function mark(box: HTMLElement, article: HTMLElement): void {
  article.dataset.marked = "";
  article.addEventListener("blur", () => delete article.dataset.marked, { once: true });
  article.focus({ preventScroll: true });
  box.scrollTop += article.getBoundingClientRect().top - box.getBoundingClientRect().top - MARGIN;
}

/**
 * Moves the focus to the conversation at once, and to the message when that is shown. A user who goes elsewhere meanwhile keeps the focus.
 * @throws CallError
 */
export async function showMessage(session_id: SessionId, message_id: MessageId): Promise<void> {
  mainThread.focusLog();
  if (mainThread.view.getState().session_id !== session_id) {
    notePlace(session_id, { message_id, offset: MARGIN, newest: LAST });
    showSession(session_id);
  }
  await arrived(session_id);
  const isShown = () => mainThread.view.getState().session_id === session_id;
  if (isShown()) await mainThread.shown.loadBackTo(message_id);
  await painted();
  const box = mainThread.log;
  const article = box && articleAt(message_id);
  if (!isShown() || !box) return;
  if (document.activeElement !== box && document.activeElement !== document.body) return;
  if (article === undefined) box.focus();
  else mark(box, article);
  if (article?.dataset.messageId !== message_id) say(t("chat:branch.hidden-now"));
}
