/** Notes where the reader is when the window turns to another session, and goes back there when it returns. */
import { type RefObject, useEffect, useRef } from "react";
import type { MessageId } from "../../../src-preload/contract/ids";
import { usePane } from "../../state/pane";
import { notePlace, placeIn, type ReadingPlace } from "../../state/reading-places";

const articlesIn = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>("article[data-message-id]")];

/** The first message of which something is seen. */
export function topArticle(box: HTMLElement): HTMLElement | undefined {
  const { top } = box.getBoundingClientRect();
  return articlesIn(box).find((article) => article.getBoundingClientRect().bottom > top + 1);
}

function placeOf(box: HTMLElement): ReadingPlace | undefined {
  const article = topArticle(box);
  const newest = articlesIn(box).at(-1)?.dataset.messageId;
  if (article === undefined || newest === undefined) return undefined;
  const offset = article.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return { message_id: article.dataset.messageId as MessageId, offset, newest: newest as MessageId };
}

export interface Arrival {
  /** Something has come since. */
  news: boolean;
}

/** Gives a function that, once its message is there, moves `scroller` to the remembered place; undefined where there is none, or not yet. */
export function useReadingPlace(
  scroller: RefObject<HTMLElement | null>,
  isAtEnd: () => boolean,
): () => Arrival | undefined {
  const { drawn } = usePane();
  const pending = useRef<ReadingPlace>(undefined);
  // Before React takes the session that is left off the page.
  useEffect(
    () =>
      drawn.subscribe(({ session_id }, { session_id: left }) => {
        if (session_id === left) return;
        const box = scroller.current;
        if (left && box !== null) notePlace(left, isAtEnd() ? undefined : placeOf(box));
        pending.current = session_id ? placeIn(session_id) : undefined;
      }),
    [drawn, scroller, isAtEnd],
  );
  return () => {
    const box = scroller.current;
    const place = pending.current;
    if (box === null || place === undefined) return undefined;
    const article = articlesIn(box).find(({ dataset }) => dataset.messageId === place.message_id);
    // Once something is shown, it is there or it is gone.
    if (articlesIn(box).length > 0) pending.current = undefined;
    if (article === undefined) return undefined;
    box.scrollTop += article.getBoundingClientRect().top - box.getBoundingClientRect().top - place.offset;
    const newest = articlesIn(box).at(-1)?.dataset.messageId ?? "";
    return { news: newest > place.newest };
  };
}
