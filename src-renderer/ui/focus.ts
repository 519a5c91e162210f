/** The focus moves in the step of the press that asks for it, or not at all: what comes later takes it from nobody. */

/** True where the element that had the focus has gone, or is hidden: from that the browser takes the focus only with the next frame. */
export function isFocusNowhere(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[hidden]") != null;
}

/** Gives the focus to an element where what had it has gone. */
export function focusIfNowhere(element: HTMLElement | null | undefined): void {
  if (isFocusNowhere()) element?.focus({ preventScroll: true });
}

/** Letters that are typed are written there. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button])"));
