/**
 * The side panel of this window: its state, and what its user does with it. Where there is no room for a column the panel lies over the main
 * thread while it is used, and is hidden, not closed, while it is not.
 */
import { flushSync } from "react-dom";
import { createStore } from "zustand/vanilla";
import { sideThread, takeFromField } from "../../thread/thread";
import { type Item, NO_PANEL, type Panel, type PanelEvent, reduce, shownIn } from "./panel-state";

export const sidePanel = createStore<Panel>(() => NO_PANEL);

export function tell(event: PanelEvent): void {
  const before = sidePanel.getState();
  const now = reduce(before, event);
  if (now !== before) sidePanel.setState(now, true);
}

/** Nobody has asked for it here: who writes in what goes does not write on, or press Enter, in what takes its place. */
export function tellUnasked(event: PanelEvent): void {
  const before = sidePanel.getState();
  if (shownIn(before) !== shownIn(reduce(before, event))) takeFromField(sideThread);
  tell(event);
}

/** Shows the panel where it is hidden, and takes the focus there. */
export function enterPanel(): void {
  flushSync(() => tell({ type: "front", front: true }));
  sideThread.focusComposer();
}

/** Where the panel lies over the main thread, it does so no more; beside it, it stays. */
export const leavePanel = (): void => tell({ type: "front", front: false });

/** Puts something into the panel at the press that asks for it, with the focus. */
export function openInPanel(item: Item): void {
  flushSync(() => tell({ type: "open", item }));
  sideThread.focusComposer();
}

/** Closes what is read side by side, with all that lies over it. */
export const closeRead = (): void => tell({ type: "close", kind: "session" });

/** The focus is in the panel. */
export const isInPanel = (): boolean => sideThread.hasFocus();
