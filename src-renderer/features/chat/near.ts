/**
 * Tells which elements of a conversation are near the view, and which are in use, so that costly ones are built only where somebody looks.
 */

/** `height`: the current CSS pixels of the element. */
type Tell = (near: boolean, height: number) => void;

/**
 * Returns a function that watches an element, and returns the function that stops it. One observer serves all elements.
 * @param margin CSS pixels around the view
 */
export function watcher(margin: number): (element: Element, tell: Tell) => () => void {
  // The conversation scrolls, not the page, and a margin of the root ends at the edge of the scroller. TypeScript does not know
  // `scrollMargin` yet.
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

/** Returns the elements with the focus, or with an end of the selection. They stay built, however far the reader scrolls. */
export function elementsInUse(): Element[] {
  const selection = getSelection();
  const places = [document.activeElement, selection?.anchorNode, selection?.focusNode];
  return places.flatMap((place) => (place instanceof Element ? place : place?.parentElement) ?? []);
}
