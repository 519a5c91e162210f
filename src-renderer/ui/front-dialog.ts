/**
 * The dialog in front of the window. The window behind it is out of reach, for keys, the pointer and screen readers alike: what the window
 * has to tell meanwhile stands in the dialog.
 */
import { type ReactNode, type RefObject, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { isFocusNowhere } from "./focus";

interface FrontDialog {
  /** The element in the dialog that takes what the window tells. */
  place: HTMLElement;
  /** Gives the dialog the focus, as when it opened. */
  takeFocus: () => void;
}

const front = createStore<{ dialog: FrontDialog | undefined }>(() => ({ dialog: undefined }));

export const isDialogInFront = (): boolean => front.getState().dialog !== undefined;

/** Makes `place` the front dialog's, as long as it is on the page. */
export function useFrontPlace(place: RefObject<HTMLElement | null>, takeFocus: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the dialog puts its focus stays the same.
  useLayoutEffect(() => {
    if (place.current === null) return;
    const dialog = { place: place.current, takeFocus };
    front.setState({ dialog });
    return () => {
      if (front.getState().dialog === dialog) front.setState({ dialog: undefined });
    };
  }, [place]);
}

/** Draws its children in the front dialog, and where they stand if there is none. */
export function InFront({ children }: { children: ReactNode }): ReactNode {
  const dialog = useStore(front, (state) => state.dialog);
  return dialog === undefined ? children : createPortal(children, dialog.place);
}

/** Gives the front dialog the focus if the focused element has gone with something that stood in it. */
export function keepFocusInFront(): void {
  if (isFocusNowhere()) front.getState().dialog?.takeFocus();
}
