/**
 * Where its user is. What was begun by a press and is done later takes the focus from nobody who has gone elsewhere meanwhile. That the window
 * moves the focus itself, where what had it goes or a list closes, is no way of its user's.
 */

/** So many that could lead somewhere; a key that is held for a field on its way (`held-keys`) leads nowhere. */
let presses = 0;
/** The number of the one that is being taken; 0 while none is. */
let taken = 0;
/** That of the last by which its user has gone somewhere. */
let wentBy = 0;

function onPress(event: Event): void {
  // The second click of two was meant for what the first was on.
  if (!event.isTrusted || (event instanceof MouseEvent && event.detail > 1)) return;
  presses += 1;
  const mine = presses;
  taken = mine;
  setTimeout(() => {
    if (taken === mine) taken = 0;
  });
}

const dialogOf = (element: EventTarget | null): Element | null =>
  element instanceof Element ? element.closest(".dialog") : null;

function onFocus({ target, relatedTarget }: FocusEvent): void {
  const dialog = dialogOf(target);
  if (taken > 0) wentBy = taken;
  else if (dialog !== null && dialog !== dialogOf(relatedTarget)) {
    // Its code came after the press that asked for it.
    presses += 1;
    wentBy = presses;
  }
}

/** Once for the window, before anybody else listens. */
export function watchWhereabouts(): void {
  // Not at the window: what is held there does not come here.
  for (const type of ["mousedown", "keydown"]) document.addEventListener(type, onPress, { capture: true });
  window.addEventListener("focusin", onFocus, { capture: true });
}

const threadOf = (element: Element | null): Element | null => element?.closest("[data-thread]") ?? null;

/** Begins now; what it returns says whether its user is still, or again, where he is now, or the focus is nowhere. */
export function stay(): () => boolean {
  const began = presses;
  const place = document.activeElement;
  const thread = threadOf(place);
  return () => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === place) return true;
    // What was asked for meanwhile has led to another thread.
    const now = threadOf(activeElement);
    return wentBy <= began && (now === null || thread === null || now === thread);
  };
}
