/** The view follows what is being written while the reader is at its end, and only then. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useThread } from "../../thread/thread";
import { rewindState } from "../../thread/writing/rewind-state";
import { useHeldPlace } from "./held-place";
import { useReadingPlace } from "./reading-place";

/** Pixels: a reader this close to the end is at the end. */
const AT_END = 4;

const distanceToEnd = (box: HTMLElement) => Math.max(0, box.scrollHeight - box.scrollTop - box.clientHeight);

const measureOf = (box: HTMLElement) => ({
  top: box.scrollTop,
  toEnd: distanceToEnd(box),
  width: box.clientWidth,
  height: box.clientHeight,
});

/** Ms after the last word in which its message may still take its final shape. */
const SETTLING = 1000;

/** The state of the conversation: nothing that could be followed, at rest, or with words coming. */
export type Flow = "empty" | "rest" | "live";

export interface Follow {
  /** There is more below than the reader has seen. */
  newBelow: boolean;
  toEnd: () => void;
}

/** When the last words came, by the clock of the page. */
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

/** Returns true if growing content may be words. An editor that opens at rest ends that, for its closing as well. */
function isNews(lastNews: RefObject<number>, isEdited: boolean): boolean {
  const now = performance.now();
  if (isEdited && lastNews.current < now) lastNews.current = Number.NEGATIVE_INFINITY;
  return now - lastNews.current < SETTLING;
}

type Measure = ReturnType<typeof measureOf>;

/** Returns true if content grew below the view: not above it, and not because another width wrapped it anew. */
const grewBelow = (before: Measure, now: Measure): boolean =>
  now.toEnd > before.toEnd && now.width === before.width;

/** Gives a function that returns true while a message is edited: it keeps its place, whatever grows there. */
function useIsEdited(): () => boolean {
  const rewind = rewindState(useThread());
  const [isEdited] = useState(() => () => rewind.getState().editing !== undefined);
  return isEdited;
}

/**
 * `content` is what grows inside `scroller`; `subject` changes when something else is shown, `rows` when one comes or goes. What grows
 * while no words come, such as a diagram that is drawn when it comes into view, is no news.
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
  const last = useRef({ top: 0, toEnd: 0, width: 0, height: 0 });
  const [isAtEnd] = useState(() => () => follows.current);
  const goBack = useReadingPlace(scroller, isAtEnd);
  const held = useHeldPlace(scroller, content);
  const isEdited = useIsEdited();
  const lastNews = useLastNews(flow);
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
      follows.current = !isHeld && distanceToEnd(box) <= AT_END;
      last.current = measureOf(box);
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
      // Put there by who reads side by side.
      if (!isTrusted) follows.current = now.toEnd <= AT_END;
      const resized = now.width !== last.current.width || now.height !== last.current.height;
      if (now.toEnd <= AT_END) {
        follows.current = true;
        setNewBelow(false);
      } else if (resized) {
        // The window was, not the reader: what follows from it is `onResize`'s, in the same frame.
        return;
      } else if (now.top < last.current.top) {
        follows.current = false;
      }
      last.current = now;
    };
    // Runs after layout and before paint: the end is never seen to jump.
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
  }, [scroller, content, held, isEdited, lastNews]);

  return { newBelow, toEnd };
}
