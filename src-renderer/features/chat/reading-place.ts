/** Notes the reader's place when the window turns to another session, and returns there later. */
import { type RefObject, useEffect, useRef } from "react";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { type Thread, useThread } from "../../thread/thread";
import { pin } from "../../thread/view/built-rows";
import { notePlace, placeIn, type ReadingPlace } from "../../thread/view/reading-places";
import { articleIn, topArticle } from "./articles";

function placeOf(box: HTMLElement, newest: MessageId | undefined): ReadingPlace | undefined {
  const article = topArticle(box);
  if (article === undefined || newest === undefined) return undefined;
  const offset = article.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return { message_id: article.dataset.messageId as MessageId, offset, newest };
}

const newestIn = ({ drawn }: Thread): MessageId | undefined => drawn.getState().cells.at(-1)?.id;

export interface Arrival {
  /** True if messages have arrived since. */
  news: boolean;
}

/**
 * Returns a function that moves `scroller` to the remembered place once its message is there. The function returns undefined if there is no
 * place, or not yet.
 */
export function useReadingPlace(
  scroller: RefObject<HTMLElement | null>,
  isAtEnd: () => boolean,
): () => Arrival | undefined {
  const thread = useThread();
  const pending = useRef<ReadingPlace>(undefined);
  // Notes the place before React takes the session that is left off the page.
  useEffect(
    () =>
      thread.drawn.subscribe(({ session_id }, { session_id: left, cells }) => {
        if (session_id === left) return;
        const box = scroller.current;
        if (left && box !== null) notePlace(left, isAtEnd() ? undefined : placeOf(box, cells.at(-1)?.id));
        pending.current = session_id ? placeIn(session_id) : undefined;
        if (pending.current !== undefined) pin(thread, pending.current.message_id);
      }),
    [thread, scroller, isAtEnd],
  );
  return () => {
    const box = scroller.current;
    const place = pending.current;
    const newest = newestIn(thread);
    // Once messages are shown, the place is either among them or gone.
    if (box === null || place === undefined || newest === undefined) return undefined;
    pending.current = undefined;
    const article = articleIn(box, place.message_id);
    if (article === undefined) return undefined;
    box.scrollTop += article.getBoundingClientRect().top - box.getBoundingClientRect().top - place.offset;
    return { news: newest > place.newest };
  };
}
