/** Shows a session at one of its messages, which is marked until the reader turns to something else. */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { t } from "../../platform/language/language";
import { showSession } from "../../thread/actions";
import { mainThread } from "../../thread/thread";
import { articleOf } from "../../thread/view/built-rows";
import { notePlace } from "../../thread/view/reading-places";

/** Pixels between the top of the view and the message. */
const MARGIN = 60;
/** After every id: nothing that stands below is news. */
const LAST = "~" as MessageId;

/** Resolves when the session is there, cannot be shown, or is no longer wanted. */
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

/** The page as React has put it, and as the conversation has scrolled it. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** The message, or the last one before it where a rewind has hidden it since. */
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

/** Leads the focus to the conversation at once, and on to the message when that is there. Whoever goes elsewhere meanwhile keeps the focus. @throws CallError */
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
