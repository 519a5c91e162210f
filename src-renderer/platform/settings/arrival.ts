/** Takes the focus to the part of a page for which the settings were opened. */
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { type Dialog, dialogs, type SettingsPart, type ShortcutPart } from "../dialogs";

/** The opening that has led to its part: the part takes the focus once, also if it is drawn anew. */
let arrived: Dialog | undefined;

/**
 * Returns the ref of the part's element. `arrive` gets it when it appears, which may be long after the page.
 * @param of undefined while the element is no part
 */
export function useArrival<E extends HTMLElement>(
  of: SettingsPart | ShortcutPart | undefined,
  arrive: (element: E) => void,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const dialog = useStore(dialogs, (state) => state.dialog);
  useLayoutEffect(() => {
    if (dialog?.name !== "settings" || of === undefined || dialog.at !== of || dialog === arrived) return;
    arrived = dialog;
    const take = () => element.current !== null && arrive(element.current);
    take();
    // A page that opens with the dialog is still hidden in this moment.
    queueMicrotask(take);
  }, [dialog, of, arrive]);
  return element;
}
