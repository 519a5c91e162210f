/** Goes to a message of a thread, and marks it until the reader turns to something else. */
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { t } from "../../platform/language/language";
import { showDone } from "../../platform/notices";
import { showSession } from "../actions";
import { focusedElement, isFocusLost } from "../surface";
import { mainThread, type Thread } from "../thread";
import { articleOf } from "./built-rows";
import { notePlace } from "./reading-places";
import "./stand-at.css";

/** Pixels between the top of the view and the message. */
const MARGIN = 60;
/** Sorts after every id, so no message below counts as news. */
const LAST = "~" as MessageId;

/** Shows a session in the main thread, at one of its visible messages if that is given. */
export function turnTo(session_id: SessionId, message_id?: MessageId): void {
  if (mainThread.view.getState().session_id === session_id) return;
  if (message_id !== undefined) notePlace(session_id, { message_id, offset: MARGIN, newest: LAST });
  showSession(session_id);
}

/** Resolves to true once the thread shows the session, and to false where it cannot or shows another by then. */
export function arrived({ view }: Thread, session_id: SessionId): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const state = view.getState();
      const isOwn = state.session_id === session_id;
      if (isOwn && state.view === undefined && state.failure === undefined) return;
      stop();
      resolve(isOwn && state.view !== undefined);
    };
    const stop = view.subscribe(look);
    look();
  });
}

/** Resolves when React has drawn the page and the conversation has scrolled. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** The last message that is not after this one: what hides a message may be newer than the question where it is read. */
const nearest = ({ view }: Thread, message_id: MessageId): MessageId | undefined =>
  view.getState().cells.findLast(({ id }) => id <= message_id)?.id;

function scrollTo(box: HTMLElement, article: HTMLElement): void {
  box.scrollTop += article.getBoundingClientRect().top - box.getBoundingClientRect().top - MARGIN;
  // Reports the scroll before anything grows, so that a view that followed the end stops following.
  box.dispatchEvent(new Event("scroll"));
}

/** Calls back once the focus has gone from an element to another one of the page; another window is none. */
export function whenLeft(element: HTMLElement, left: () => void): void {
  const onOut = ({ relatedTarget }: FocusEvent) => {
    if (!document.hasFocus() || (relatedTarget instanceof Node && element.contains(relatedTarget))) return;
    element.removeEventListener("focusout", onOut);
    left();
  };
  element.addEventListener("focusout", onOut);
}

function mark(box: HTMLElement, article: HTMLElement): void {
  article.dataset.marked = "";
  whenLeft(article, () => delete article.dataset.marked);
  article.focus({ preventScroll: true });
  scrollTo(box, article);
}

/** Scrolls to the place where a message would stand, and leaves the focus where it is. @throws CallError */
export async function comeNear(
  thread: Thread,
  message_id: MessageId,
  isWanted: () => boolean,
): Promise<void> {
  await thread.shown.loadBackTo(message_id);
  await painted();
  if (!isWanted()) return;
  const id = nearest(thread, message_id);
  const article = id && articleOf(thread, id);
  if (article && thread.log) scrollTo(thread.log, article);
}

/**
 * Moves the focus to a message, if it still is in the thread's log: a user who has gone elsewhere keeps it. `isWanted`: the thread still
 * shows what the message is in. Resolves with the element of the message if the focus is there now.
 * @throws CallError
 */
export async function standAt(
  thread: Thread,
  message_id: MessageId,
  isWanted: () => boolean,
): Promise<HTMLElement | undefined> {
  if (isWanted()) await thread.shown.loadBackTo(message_id);
  await painted();
  const box = thread.log;
  if (!isWanted() || !box) return undefined;
  if (focusedElement() !== box && !isFocusLost()) return undefined;
  const id = nearest(thread, message_id);
  const article = id && articleOf(thread, id);
  if (article) mark(box, article);
  else box.focus();
  if (id === message_id) return article || undefined;
  showDone({ words: () => t("chat:branch.hidden-now") });
  return undefined;
}
