/** What of the window is open beside the conversation: one dialog at a time, the search in the conversation. */
import { createStore } from "zustand/vanilla";

/** In the order in which they are listed. */
export const SETTINGS_PAGES = ["general", "appearance", "providers", "answers", "storage", "keys"] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

export type Dialog =
  | { name: "go-to" }
  | { name: "keys" }
  | { name: "trash" }
  | { name: "changes" }
  | { name: "family" }
  /** Opens at a page, or where it was left. */
  | { name: "settings"; page?: SettingsPage };

interface PanelsState {
  dialog: Dialog | undefined;
  find: boolean;
}

export const panels = createStore<PanelsState>(() => ({ dialog: undefined, find: false }));

export const openDialog = (dialog: Dialog): void => panels.setState({ dialog });
export const closeDialog = (): void => panels.setState({ dialog: undefined });
export const setFind = (find: boolean): void => panels.setState({ find });
