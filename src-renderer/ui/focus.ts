/** Helpers for the focus. It moves in the task of the press that asks for it, or not at all: later code must not take it from the user. */

/** Returns true where the focused element is gone or hidden: the browser takes the focus from a hidden one only with the next frame. */
export function isFocusNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[hidden]") != null;
}

/** Gives an element the focus if the focused element is gone. */
export function focusIfNowhere(element: HTMLElement | null | undefined): void {
  if (isFocusNowhere()) element?.focus({ preventScroll: true });
}

/** Returns true for an element into which typed letters go. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button])"));

/** Scrolls to a part of a page, and gives its first button or field the focus. */
export function focusInto(part: HTMLElement): void {
  part.scrollIntoView({ block: "center" });
  part.querySelector<HTMLElement>("button:enabled, input")?.focus({ preventScroll: true });
}
