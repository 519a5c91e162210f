/** Whether something is or was near the reader's eyes: what costs time is done for what is seen. One observer serves the window. */
import { type RefObject, useEffect, useState } from "react";

const NEAR = "600px";
/** The conversation scrolls, not the page: a margin of the root alone ends at the edge of what scrolls. TypeScript does not know it yet. */
const OPTIONS: IntersectionObserverInit & { scrollMargin: string } = {
  rootMargin: NEAR,
  scrollMargin: NEAR,
};

const waiting = new WeakMap<Element, (near: boolean) => void>();
let observer: IntersectionObserver | undefined;

function watch(element: Element, tell: (near: boolean) => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) waiting.get(target)?.(isIntersecting);
  }, OPTIONS);
  waiting.set(element, tell);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer?.unobserve(element);
  };
}

/** Whether the element is near the view. `now`: it is taken to be until that is known. `until`: nobody needs to know any longer. */
export function useNear(place: RefObject<Element | null>, now: boolean, until: boolean): boolean {
  const [near, setNear] = useState(now);
  useEffect(() => {
    const element = place.current;
    return until || element === null ? undefined : watch(element, setNear);
  }, [place, until]);
  return near;
}

/** True once the element has been near the view. */
export function useSeen(place: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (seen || element === null) return;
    return watch(element, (near) => near && setSeen(true));
  }, [place, seen]);
  return seen;
}
