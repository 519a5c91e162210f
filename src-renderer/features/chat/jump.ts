/**
 * Jumps by key from one of the user's messages to the next. The message is scrolled to the top and takes the focus, so that screen readers
 * read its name.
 */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { t } from "../../platform/language/language";
import { unchanged } from "../../platform/latest";
import { activeThread, type Thread } from "../../thread/thread";
import { articleOf } from "../../thread/view/built-rows";
import type { MessageCell } from "../../thread/view/message-cell";
import { topArticle } from "./articles";

/** The pixels between the top of the view and the message that was jumped to. */
const MARGIN = 12;

function show(box: HTMLElement, article: HTMLElement): void {
  article.focus({ preventScroll: true });
  box.scrollTop += article.getBoundingClientRect().top - box.getBoundingClientRect().top - MARGIN;
}

/** Returns the reader's place: the message with the focus, else the one at the top of the view. `isFocused` tells which. */
function placeOf(box: HTMLElement): { id: string; isFocused: boolean; begins: number } | undefined {
  const focused = document.activeElement?.closest<HTMLElement>("article[data-message-id]");
  const inBox = focused && box.contains(focused) ? focused : undefined;
  const article = inBox ?? topArticle(box);
  const id = article?.dataset.messageId;
  if (article === undefined || id === undefined) return undefined;
  const begins = article.getBoundingClientRect().top - box.getBoundingClientRect().top - MARGIN;
  return { id, isFocused: inBox !== undefined, begins };
}

/** Returns the question before or after the reader's place. */
function nextOne(thread: Thread, box: HTMLElement, step: -1 | 1): MessageId | undefined {
  const { cells } = thread.view.getState();
  const place = placeOf(box);
  const at = cells.findIndex(({ id }) => id === place?.id);
  if (place === undefined || at < 0) return undefined;
  // A message that begins above the view counts as before the reader, even while its end is read.
  const isPassed = (index: number) =>
    step < 0
      ? index < at || (index === at && !place.isFocused && place.begins < -1)
      : index > at || (index === at && !place.isFocused && place.begins > 1);
  const asks = ({ get }: MessageCell, index: number) => isPassed(index) && get().message.role === "user";
  return (step < 0 ? cells.findLast(asks) : cells.find(asks))?.id;
}

/** Jumps, and loads earlier messages as far as needed. @throws CallError */
export async function jump(step: -1 | 1): Promise<void> {
  const thread = activeThread();
  const box = thread.log;
  if (box === undefined) return;
  const isShown = unchanged(() => thread.view.getState().session_id);
  let found = nextOne(thread, box, step);
  while (found === undefined && step < 0 && thread.view.getState().more) {
    const before = thread.view.getState().cells.length;
    await thread.shown.loadEarlier();
    if (!isShown() || thread.view.getState().cells.length === before) return;
    found = nextOne(thread, box, step);
  }
  const article = found && articleOf(thread, found);
  if (article) return show(box, article);
  if (step > 0) toEnd();
  say(t(step < 0 ? "chat:jump.no-earlier" : "chat:jump.no-later"));
}

export function toEnd(): void {
  const box = activeThread().log;
  if (box !== undefined) box.scrollTop = box.scrollHeight;
}
