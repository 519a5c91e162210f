/** The focus moves in the step of the press that asks for it, or not at all: what comes later takes it from nobody. */

/** Gives the focus to an element where what had it has gone. */
export function focusIfNowhere(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
}

/** Letters that are typed are written there. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, input:not([type=checkbox], [type=radio], [type=range], [type=button])"));
