/**
 * The side panel of this window: its state, and the user's actions on it. Where there is no room for a column, the panel lies over the main
 * thread while it is used. Otherwise it is hidden there, not closed.
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

/**
 * Changes the panel without the user's doing. If another item comes up, its field does not take the keys of a user who was writing in the
 * last one.
 */
export function tellUnasked(event: PanelEvent): void {
  const before = sidePanel.getState();
  if (shownIn(before) !== shownIn(reduce(before, event))) takeFromField(sideThread);
  tell(event);
}

/** Shows the panel if it is hidden, and moves the focus there. */
export function enterPanel(): void {
  flushSync(() => tell({ type: "front", front: true }));
  sideThread.focusComposer();
}

/** Uncovers the main thread. A panel beside it stays. */
export const leavePanel = (): void => tell({ type: "front", front: false });

/** Opens an item in the panel during the press that asks for it, and moves the focus there. */
export function openInPanel(item: Item): void {
  flushSync(() => tell({ type: "open", item }));
  sideThread.focusComposer();
}

/** Closes the item that is read side by side, with all that lies over it. */
export const closeRead = (): void => tell({ type: "close", kind: "session" });

/** Returns true if the focus is in the panel. */
export const isInPanel = (): boolean => sideThread.hasFocus();
