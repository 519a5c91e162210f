/** The surroundings of the handlers, which the entry brings: the areas of the app, the shell, and the calling window. */

import type { BroughtBack } from "../../../src-preload/contract/domain/backups";
import type { ChosenImport, Exported, Imported } from "../../../src-preload/contract/domain/exchange";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { AppInfo, CallInput, CallName, CallOutput } from "../../../src-preload/contract/window/calls";
import type { SidePanelContent } from "../../../src-preload/contract/window/calls/app";
import type { CommandStates, SystemCommandId } from "../../../src-preload/contract/window/commands";
import type { Layout } from "../../../src-preload/contract/window/layout";
import type { SeenInBackup } from "../../core/ports/exchange";
import type { AppServices } from "../../core/session/app-services";
import type { PrivateSaving } from "../../core/session/private-saving";

/** A window's wish: see `exchange.export`. */
export type WindowExport = CallInput<"exchange.export">;

/** Exports of sessions (SE-6). */
export interface Exports {
  /** Null where the user cancelled. @throws BraidError */
  export(request: WindowExport): Promise<Exported | null>;
  cancel(work_id: string): void;
  /** Shows a written file in the system's file manager. */
  show(export_id: string): void;
}

/** Imports of sessions (SE-6). */
export interface Imports {
  /** Null where the user cancelled. @throws BraidError */
  choose(work_id: string, what: "files" | "folder"): Promise<ChosenImport | null>;
  /** Null where the user cancelled: nothing was imported then. @throws BraidError; the same holds */
  import(import_id: string, work_id: string): Promise<Imported | null>;
  /** Null where the user cancelled: nothing was brought back then. @throws BraidError; the same holds */
  bringBack(seen: SeenInBackup, work_id: string): Promise<BroughtBack | null>;
  cancel(work_id: string): void;
}

/** Actions that need the system: its file manager, its editor, its dialogs. */
export interface SystemActions {
  openSettingsFile(): Promise<void>;
  showSettingsFile(): Promise<void>;
  /** Returns the bytes that came free. */
  clearLogs(): number;
  openDataFolder(): Promise<void>;
  /** Opens a file of the user's agents in the system's editor; without a name their folder. */
  openAgents(file?: string): Promise<void>;
  /** False where the user cancelled. */
  exportDiagnostics(): Promise<boolean>;
  exports(): Promise<Exports>;
  imports(): Promise<Imports>;
  /** The handlers of the page of the backups. */
  backups(): Promise<HandlersOf<"backups">>;
  /** Shows a folder in the system's file manager. @throws BraidError `INVALID_INPUT` where it is not there */
  openFolder(path: string): Promise<void>;
  /** @throws BraidError `INVALID_INPUT` where it is no folder */
  realFolder(path: string): Promise<string>;
  /** The names of a folder's files with `typed` in them. @throws BraidError `INVALID_INPUT` where it is no folder */
  namesIn(folder: string, typed: string): Promise<string[]>;
}

/** The window that called. */
export interface CallingWindow {
  private?: true;
  session_id: SessionId | null;
  workspace_root?: string;
  /** The session on which its page died, where that was not opened again. */
  not_opened?: SessionId;
  layout?: Layout;
  /** The page takes keys from now on. */
  listens(): void;
  /** Notes which commands the window enables and checks. */
  report(states: CommandStates): void;
  /** Does what an entry of the application menu does, in this window. */
  chooseInMenu(command: SystemCommandId): void;
  /** Names the window, the same after a restart. The window's drafts are kept under this name (QU-2). */
  slot: string;
  /** The slots of all open windows. */
  open_slots: readonly string[];
  /** SE-9: remembers the session that the window shows. */
  show(shown: CallInput<"app.show">): void;
  /** The session or the hidden turns in the side panel. */
  side_panel?: SidePanelContent;
  showSidePanel(side_panel: SidePanelContent | null): void;
  /** Notes the sessions whose end the window shows. */
  setVisible(session_ids: readonly SessionId[]): void;
  /** Remembers how the window is divided. */
  divide(layout: Layout): void;
  close(): void;
  /** Closes a private window, with an ordinary one in its place that shows the session (SE-10). */
  becomeOrdinary(session_id: SessionId): Promise<void>;
  /** Lets the user choose a folder. Null where the user cancelled. */
  chooseFolder(): Promise<{ path: string } | null>;
  /** Lets the user choose files; returns their paths. */
  chooseFiles(): Promise<string[]>;
  /** Lets the user choose where a file is saved. False where the user cancelled. @throws BraidError */
  saveFile(filename: string, bytes: Buffer): Promise<boolean>;
}

/** The part that the shell adds to the areas. */
export interface ShellContext {
  info(): Omit<AppInfo, "open_session" | "not_opened" | "side_panel" | "workspace_root">;
  systemActions: SystemActions;
  openWindow(session_id: SessionId | null): void;
  /** Opens a window whose sessions are kept in memory alone (SE-10). */
  openPrivateWindow(): Promise<void>;
  /** Applies in all windows, and after a restart. */
  showAsText(session_id: SessionId, as_text: boolean): void;
  /** Puts plain text on the clipboard. */
  copy(text: string): void;
}

export interface IpcContext extends AppServices {
  /** For private windows alone (SE-10). */
  privateSaving?: PrivateSaving;
  shell: ShellContext;
}

/** A handler for each call whose name begins with `Area`. */
export type HandlersOf<Area extends string> = {
  [N in CallName & `${Area}.${string}`]: (
    input: CallInput<N>,
    window: CallingWindow,
  ) => CallOutput<N> | Promise<CallOutput<N>>;
};

/** For calls without an answer, whatever the service returns. */
export function done(_: unknown): undefined {
  return undefined;
}
