/** The view follows what is being written while the reader is at its end, and only then. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Pixels: a reader this close to the end is at the end. */
const AT_END = 4;

export interface Follow {
  /** There is more below than the reader has seen. */
  newBelow: boolean;
  toEnd: () => void;
}

/** `content` is what grows inside `scroller`; `subject` changes when something else is shown, `rows` when one comes or goes. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  subject: unknown,
  rows: unknown,
): Follow {
  const follows = useRef(true);
  const [newBelow, setNewBelow] = useState(false);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    follows.current = true;
    setNewBelow(false);
    box.scrollTop = box.scrollHeight;
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is read from its end.
  useLayoutEffect(toEnd, [subject, toEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: before anybody looks at what is near the top, the end is in view.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box !== null && follows.current) box.scrollTop = box.scrollHeight;
  }, [rows, scroller]);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return;
    let lastTop = box.scrollTop;
    let lastHeight = inner.offsetHeight;
    const onScroll = () => {
      const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END;
      if (atEnd) {
        follows.current = true;
        setNewBelow(false);
      } else if (box.scrollTop < lastTop) {
        follows.current = false;
      }
      lastTop = box.scrollTop;
    };
    // Runs after layout and before paint: the end is never seen to jump.
    const grown = new ResizeObserver(() => {
      const height = inner.offsetHeight;
      if (follows.current) box.scrollTop = box.scrollHeight;
      else if (height > lastHeight) setNewBelow(true);
      lastHeight = height;
    });
    box.addEventListener("scroll", onScroll, { passive: true });
    grown.observe(inner);
    grown.observe(box);
    return () => {
      box.removeEventListener("scroll", onScroll);
      grown.disconnect();
    };
  }, [scroller, content]);

  return { newBelow, toEnd };
}
