/** Looks at the sizes of elements right after the browser has laid them out, so that looking costs no layout, and not with every frame. */

/** The milliseconds from one look to the next. */
const SELDOM = 500;

/**
 * Calls `look` when the elements are watched first, and after they have changed their size: at once after a pause, otherwise when the pause
 * is over. Returns the function that ends that.
 */
export function afterLayout(elements: readonly Element[], look: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new ResizeObserver(() => {
    const wait = last + SELDOM - performance.now();
    if (wait <= 0) {
      last = performance.now();
      look();
    } else timer ??= setTimeout(watchAgain, wait);
  });
  // An observer tells of each new element after the next layout.
  const watchAgain = () => {
    timer = undefined;
    observer.disconnect();
    for (const element of elements) observer.observe(element);
  };
  watchAgain();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
