/**
 * The focus of what opens over the page, in the same task in which it is asked for or goes. Base UI waits for a frame with both, and the
 * keys until then would be for what lies beneath.
 */
import { type RefObject, useLayoutEffect, useRef } from "react";

/** Goes to what `find` finds in the popup, else to the popup; and back to where it was, unless it has gone elsewhere. */
export function usePopupFocus(
  open: boolean,
  popup: RefObject<HTMLElement | null>,
  find: (popup: HTMLElement) => HTMLElement | null = (element) => element,
): void {
  const latest = useRef(find);
  latest.current = find;
  const before = useRef<Element>(undefined);
  useLayoutEffect(() => {
    const hasFocus = () => popup.current?.contains(document.activeElement) === true;
    if (open) {
      before.current = document.activeElement ?? undefined;
      // Once Base UI has noted where the focus was.
      queueMicrotask(() => {
        if (popup.current !== null && !hasFocus())
          (latest.current(popup.current) ?? popup.current).focus({ preventScroll: true });
      });
      return;
    }
    const { current: from } = before;
    before.current = undefined;
    if (hasFocus() && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
  }, [open, popup]);
}

/** The chosen option of a list: the arrows go on from there. */
export const chosenOption = (list: HTMLElement): HTMLElement | null =>
  list.querySelector<HTMLElement>("[role=option][aria-selected=true]");
