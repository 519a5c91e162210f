/** The keys that the user has chosen for commands, as main tells them with its description of the app. */
import { createStore } from "zustand/vanilla";
import type { Shortcuts } from "../../../src-preload/contract/window/shortcuts";

export const shortcuts = createStore<{ chosen: Shortcuts }>(() => ({ chosen: {} }));

/** Keeps the same object while nothing has changed: each description of the app brings the keys again. */
export function takeShortcuts(chosen: Shortcuts = {}): void {
  if (JSON.stringify(chosen) !== JSON.stringify(shortcuts.getState().chosen)) shortcuts.setState({ chosen });
}
