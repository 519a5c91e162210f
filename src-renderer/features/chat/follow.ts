/** Makes the view follow a growing answer, but only while the reader is at its end. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useThread } from "../../thread/thread";
import { rewindState } from "../../thread/writing/rewind-state";
import { followsAfter, grewBelow, isAtEnd, measureOf } from "./at-end";
import { useHeldPlace } from "./held-place";
import { useReadingPlace } from "./reading-place";

/** The milliseconds after the last word in which its message may still change its shape. */
const SETTLING = 1000;

/** The state of the conversation: without messages, at rest, or with words arriving. */
export type Flow = "empty" | "rest" | "live";

export interface Follow {
  /** True if there is something below that the reader has not seen. */
  newBelow: boolean;
  toEnd: () => void;
}

/** The milliseconds after an act of the reader in which a scroll may come from it. */
const ACTING = 1000;
const ACTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Returns a function that tells if the reader has just done something in the box that may scroll it. */
function useReaderActs(scroller: RefObject<HTMLElement | null>): () => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const box = scroller.current;
    const note = () => {
      last.current = performance.now();
    };
    for (const act of ACTS) box?.addEventListener(act, note, { passive: true });
    return () => {
      for (const act of ACTS) box?.removeEventListener(act, note);
    };
  }, [scroller]);
  return useCallback(() => performance.now() - last.current < ACTING, []);
}

/** Returns the time of the last words, by the clock of the page. */
function useLastNews(flow: Flow): RefObject<number> {
  const lastNews = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (flow !== "live") return;
    lastNews.current = Number.POSITIVE_INFINITY;
    return () => {
      lastNews.current = performance.now();
    };
  }, [flow]);
  return lastNews;
}

/** Returns true if growing content may be words. An editor that opens at rest ends that, so that its closing is no news either. */
function isNews(lastNews: RefObject<number>, isEdited: boolean): boolean {
  const now = performance.now();
  if (isEdited && lastNews.current < now) lastNews.current = Number.NEGATIVE_INFINITY;
  return now - lastNews.current < SETTLING;
}

/** Returns a function that tells if a message is being edited. The editor keeps its place, whatever grows in it. */
function useIsEdited(): () => boolean {
  const rewind = rewindState(useThread());
  const [isEdited] = useState(() => () => rewind.getState().editing !== undefined);
  return isEdited;
}

/**
 * Follows `content`, which grows inside `scroller`. `subject` changes when something else is shown, `rows` when one comes or goes. Growth
 * without arriving words is no news, such as a diagram that is drawn when it comes into view.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  subject: unknown,
  rows: unknown,
  flow: Flow,
): Follow {
  const follows = useRef(true);
  const [newBelow, setNewBelow] = useState(false);
  const last = useRef({ top: 0, toEnd: 0, content: 0, width: 0, height: 0 });
  const [isFollowing] = useState(() => () => follows.current);
  const goBack = useReadingPlace(scroller, isFollowing);
  const held = useHeldPlace(scroller, content);
  const isEdited = useIsEdited();
  const lastNews = useLastNews(flow);
  const hasActed = useReaderActs(scroller);
  const empty = useRef(true);
  empty.current = flow === "empty";

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    held.release();
    follows.current = true;
    setNewBelow(false);
    box.scrollTop = empty.current ? 0 : box.scrollHeight;
  }, [scroller, held]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is looked at from its end.
  useLayoutEffect(toEnd, [subject, toEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: before anybody looks at what is near the top, the end is in view.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const arrival = goBack();
    const isHeld = held.exchange();
    if (isHeld || arrival !== undefined) {
      last.current = measureOf(box);
      follows.current = !isHeld && isAtEnd(last.current);
      setNewBelow(!isHeld && arrival?.news === true && !follows.current);
    } else if (follows.current && !empty.current) box.scrollTop = box.scrollHeight;
  }, [rows, scroller, held]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    last.current = measureOf(box);
    const onScroll = ({ isTrusted }: Event) => {
      if (held.scrolled()) return;
      const now = measureOf(box);
      // A dispatched event comes from scrolling in step, which has just moved the view.
      follows.current = isTrusted
        ? followsAfter(follows.current, last.current, now, hasActed())
        : isAtEnd(now);
      if (isAtEnd(now)) setNewBelow(false);
      // With a new width the view is measured in `onResize`, in the same frame.
      if (now.width === last.current.width) last.current = now;
    };
    // Runs after layout and before paint, so that the end is never seen to jump.
    const onResize = () => {
      if (!held.keep() && follows.current && !empty.current && !isEdited()) box.scrollTop = box.scrollHeight;
      const now = measureOf(box);
      if (isNews(lastNews, isEdited()) && grewBelow(last.current, now)) setNewBelow(true);
      last.current = now;
    };
    const grown = new ResizeObserver(onResize);
    box.addEventListener("scroll", onScroll, { passive: true });
    grown.observe(inner);
    grown.observe(box);
    return () => {
      box.removeEventListener("scroll", onScroll);
      grown.disconnect();
    };
  }, [scroller, content, held, isEdited, lastNews, hasActed]);

  return { newBelow, toEnd };
}
