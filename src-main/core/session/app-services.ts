/**
 * The areas that the app offers its surfaces, one field each. A new area needs a field here, one in `compose.ts`, and a file of handlers.
 */

import type { HandbookSection } from "../../../src-preload/contract/domain/handbook";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { SettingPath, SettingsView } from "../../../src-preload/contract/domain/settings";
import type { ShortcutChange } from "../../../src-preload/contract/domain/shortcuts";
import type { Backups } from "../ports/backups";
import type { Exchange } from "../ports/exchange";
import type { Providers } from "../ports/providers";
import type { Storage } from "../ports/storage";
import type { SessionService } from "./session-service";

/** The marks that the list of models keeps in the settings. */
export interface ModelMarks {
  setFavourite(input: { model: ModelRef; favourite: boolean }): Promise<void>;
  setWorkspaceDefault(input: { workspace_root: string; model: ModelRef | null }): Promise<void>;
}

/** The settings as far as a window may see and change them. */
export interface SettingsArea {
  view(): SettingsView;
  change(path: SettingPath, value: unknown): Promise<void>;
  /** Gives commands other keys, or their defaults again. */
  changeShortcuts(changes: readonly ShortcutChange[]): Promise<void>;
  /** For a diagnostics export. The file may hold anything. */
  all(): Record<string, unknown>;
  /** Writes an empty file where there is none. */
  make(): Promise<void>;
}

/** The handbook in the language of the window. */
export interface HandbookArea {
  /** @throws BraidError `INTERNAL` where the installation lacks it */
  read(): Promise<HandbookSection[]>;
}

export interface AppServices extends SessionService {
  providers: Providers;
  models: ModelMarks;
  settings: SettingsArea;
  storage: Storage;
  backups(): Promise<Backups>;
  exchange(): Promise<Exchange>;
  handbook: HandbookArea;
}
