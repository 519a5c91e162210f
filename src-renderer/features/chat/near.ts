/** Tells which elements of a conversation are near the view, and which are in use: costly ones are built and drawn where somebody looks. */

/** `height`: CSS pixels that the element has at that moment. */
type Tell = (near: boolean, height: number) => void;

/** Makes a function that watches elements until it is told to stop; one observer serves all of them. @param margin CSS pixels around the view */
export function watcher(margin: number): (element: Element, tell: Tell) => () => void {
  // The conversation scrolls, not the page: a margin of the root alone ends at the edge of what scrolls. TypeScript does not know it yet.
  const options: IntersectionObserverInit & { scrollMargin: string } = {
    rootMargin: `${margin}px`,
    scrollMargin: `${margin}px`,
  };
  const waiting = new WeakMap<Element, Tell>();
  let observer: IntersectionObserver | undefined;
  return (element, tell) => {
    observer ??= new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        waiting.get(target)?.(isIntersecting, boundingClientRect.height);
    }, options);
    waiting.set(element, tell);
    observer.observe(element);
    return () => {
      waiting.delete(element);
      observer?.unobserve(element);
    };
  };
}

/** The elements that have the focus, or in which marked words begin or end: they stay built, however far the reader scrolls. */
export function elementsInUse(): Element[] {
  const selection = getSelection();
  const places = [document.activeElement, selection?.anchorNode, selection?.focusNode];
  return places.flatMap((place) => (place instanceof Element ? place : place?.parentElement) ?? []);
}
