/** The way back to where one writes, for whoever is done with the focus. */

let take: () => void = () => undefined;

export const focusComposer = (): void => take();

/** There is one composer; it says how it takes the focus. */
export function onFocusComposer(focus: () => void): void {
  take = focus;
}
