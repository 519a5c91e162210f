/** The open dialog, one at a time, and the search in the conversation. */
import { createStore } from "zustand/vanilla";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { SettingPath } from "../../src-preload/contract/domain/settings";
import type { OwnCommandId } from "../../src-preload/contract/window/commands";

/** The pages in the order of their list. */
export const SETTINGS_PAGES = [
  "general",
  "appearance",
  "providers",
  "agents",
  "answers",
  "compaction",
  "permissions",
  "backups",
  "storage",
  "keys",
] as const;
export type SettingsPage = (typeof SETTINGS_PAGES)[number];

/** Parts that the pages of other features hold, each with its page: the part takes the focus by `useArrival`. */
export const SETTINGS_PARTS = {
  "api-keys": "providers",
  "add-provider": "providers",
  "local-servers": "providers",
  backups: "backups",
} as const satisfies Record<string, SettingsPage>;
export type SettingsPart = keyof typeof SETTINGS_PARTS;
/** The row of a command on the page of keys. */
export type ShortcutPart = `shortcut ${OwnCommandId}`;
/** The setting or part that takes the focus. */
export type SettingsPlace = SettingPath | SettingsPart | ShortcutPart;

export type Dialog =
  | { name: "go-to" }
  | { name: "keys" }
  /** At the place of a section, or at the page that was read last. */
  | { name: "handbook"; place?: string }
  /** At the row of a session, or at the first. */
  | { name: "trash"; session_id?: SessionId }
  /** SE-6; without a session, of everything. */
  | { name: "export"; session_id?: SessionId }
  | { name: "import" }
  | { name: "labels" }
  /** SE-10: the private session that the window shows. */
  | { name: "save-private" }
  | { name: "prompt-history" }
  | { name: "changes" }
  /** The search over all sessions, as it was left, or for other words. */
  | { name: "search"; text?: string }
  | { name: "family" }
  /** The files that turns changed, from this message on (RW-5). */
  | { name: "changed-files"; session_id: SessionId; message_id: MessageId }
  /** The prompt of an answer (SP-2). */
  | { name: "prompt"; session_id: SessionId; message_id: MessageId }
  /**
   * Opens at `page`, or at the page that was shown last. `at` is the setting or part there that takes the focus, `provider` a field of one
   * provider.
   */
  | { name: "settings"; page?: SettingsPage; at?: SettingsPlace; provider?: ProviderField };

/** What the form of a model was opened for: the size of its window, or the kinds of file that it reads. */
export interface WantedModel {
  model_id: string;
  part: "limits" | "reads";
}

/** The field that an error leads to. */
export interface ProviderField {
  provider_id: string;
  /** Its key, its address, or a part of the form of one of its models. */
  field: "key" | "address" | WantedModel;
}

/** Words to find in a message. Where they do not stand in it, the search closes: the name of a picture, say, is not on the page. */
interface ToFind {
  text: string;
  from: MessageId;
}

interface DialogsState {
  dialog: Dialog | undefined;
  find: boolean;
  /** Fills the open search of the conversation. */
  toFind?: ToFind | undefined;
}

export const dialogs = createStore<DialogsState>(() => ({ dialog: undefined, find: false }));

export const openDialog = (dialog: Dialog): void => dialogs.setState({ dialog });
/** Opens the settings at a provider's field, or at the list of providers. */
export const openProvider = (provider_id: string | undefined, field: ProviderField["field"]): void =>
  openDialog({
    name: "settings",
    page: "providers",
    ...(provider_id === undefined ? {} : { provider: { provider_id, field } }),
  });

export const closeDialog = (): void => dialogs.setState({ dialog: undefined });
export const setFind = (find: boolean, toFind?: ToFind): void => dialogs.setState({ find, toFind });
