/** Whether something has come near the reader's eyes: what costs time is done for what is seen. One observer serves the window. */
import { type RefObject, useEffect, useState } from "react";

const NEAR = "600px";

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, seen: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) waiting.get(target)?.();
    },
    { rootMargin: NEAR },
  );
  waiting.set(element, seen);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
}

/** True once the element has been near the view. `now`: it is known to be. */
export function useSeen(place: RefObject<Element | null>, now: boolean): boolean {
  const [seen, setSeen] = useState(now);
  useEffect(() => {
    const element = place.current;
    if (seen || element === null) return;
    return watch(element, () => setSeen(true));
  }, [place, seen]);
  return seen;
}
