/**
 * Moves the focus into a popup and back in the same task. Base UI waits a frame for both, and keys in between would go to the page beneath.
 */
import { type RefObject, useLayoutEffect, useRef } from "react";
import { isFocusNowhere } from "./focus";

/**
 * Focuses the element that `find` finds in the popup, else the popup. At the end returns the focus to its old place, unless it has gone
 * elsewhere.
 */
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
      // Runs after Base UI has noted the old focus.
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

/**
 * Returns true while the focus is in the popup or nowhere: for Base UI's `finalFocus`, which is asked when a closed popup is taken off the
 * page. That is some frames after the press, and the focus may belong to something else by then.
 */
export const isFocusLeft = (popup: RefObject<HTMLElement | null>): boolean =>
  isFocusNowhere() || popup.current?.contains(document.activeElement) === true;

/** The chosen option of a list, from which arrows move on. */
export const chosenOption = (list: HTMLElement): HTMLElement | null =>
  list.querySelector<HTMLElement>("[role=option][aria-selected=true]");
