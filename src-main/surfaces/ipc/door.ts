/** What the handlers stand on: brought by the entry, one field a neighbour. */
import type {
  AppInfo,
  CallInput,
  CallName,
  CallOutput,
  SettingPath,
  SettingsView,
} from "../../../src-preload/contract/calls";
import type { CommandStates } from "../../../src-preload/contract/commands";
import type { SessionId } from "../../../src-preload/contract/ids";
import type { Panes } from "../../../src-preload/contract/panes";
import type { Providers } from "../../core/ports/providers";
import type { Storage } from "../../core/ports/storage";
import type { SessionService } from "../../core/session/session-service";

/** The settings, and their file in the hands of the system. */
export interface SettingsDoor {
  view(): SettingsView;
  change(path: SettingPath, value: unknown): Promise<void>;
  openFile(): Promise<void>;
  showFile(): Promise<void>;
}

/** What the list of models keeps in the settings. */
export interface ModelsDoor {
  setFavourite(input: CallInput<"models.set_favourite">): Promise<void>;
  setWorkspaceDefault(input: CallInput<"models.set_workspace_default">): Promise<void>;
}

/** What of the storage page needs the system. */
export interface Desk {
  /** Bytes that came free. */
  clearLogs(): number;
  openDataFolder(): Promise<void>;
  /** False where the user thought better of it. */
  exportDiagnostics(): Promise<boolean>;
}

/** The window a call came from. */
export interface CallingWindow {
  session_id: SessionId | null;
  workspace_root?: string;
  panes?: Panes;
  /** How its commands stand now. */
  report(states: CommandStates): void;
  /** Names the window, the same after a restart: its drafts are kept by it (QU-2). */
  slot: string;
  /** Of all windows that are open. */
  open_slots: readonly string[];
  /** SE-9: remembers what it shows. */
  show(shown: CallInput<"app.show">): void;
  /** Remembers how it is divided. */
  divide(panes: Panes): void;
}

export interface Door {
  service: SessionService;
  info(): Omit<AppInfo, "open_session" | "workspace_root">;
  settings: SettingsDoor;
  providers: Providers;
  models: ModelsDoor;
  storage: Storage;
  desk: Desk;
  openWindow(session_id: SessionId | null): void;
  /** Puts plain text on the clipboard. */
  copy(text: string): void;
}

/** A handler for each call whose name begins with `Area`. */
export type HandlersOf<Area extends string> = {
  [N in CallName & `${Area}.${string}`]: (
    input: CallInput<N>,
    window: CallingWindow,
  ) => CallOutput<N> | Promise<CallOutput<N>>;
};

/** For calls that answer with nothing, whatever the service returns. */
export function done(_: unknown): undefined {
  return undefined;
}
