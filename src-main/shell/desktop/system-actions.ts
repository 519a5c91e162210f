/**
 * Actions that need the system: they open the settings file and the data folder in other programs, clear the log, and save the diagnostics.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { shell } from "electron";
import type { Backups } from "../../core/ports/backups";
import type { Exchange } from "../../core/ports/exchange";
import type { SettingsArea } from "../../core/session/app-services";
import type { Imports as ImportsArea } from "../../core/session/imports";
import { realWorkspace } from "../../files/workspace";
import type { Exports, HandlersOf, Imports, SystemActions } from "../../surfaces/ipc/context";
import type { DiagnosticsDeps } from "./export-diagnostics";

export interface SystemActionsDeps extends DiagnosticsDeps {
  data_dir: string;
  settings: Pick<SettingsArea, "all" | "view" | "make">;
  exchange(): Promise<Exchange>;
  imports(): Promise<ImportsArea>;
  backups(): Promise<Backups>;
  /** The titles of the sessions that are being answered. */
  runningTitles(): string[];
  /** Quits the app, and calls `last` once its store is closed. */
  quitWith(last: (isWhole: boolean) => void): void;
  /** Tells all windows how far an export has come. */
  onProgress(work_id: string, share: number): void;
}

/** Loads at the first call; no start waits for it. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

export function createSystemActions(deps: SystemActionsDeps): SystemActions {
  let names: Promise<SystemActions["namesIn"]> | undefined;
  const imports = once<Imports>(async () => {
    const { createImports } = await import("./imports");
    return createImports({ ...deps, exchange: await deps.exchange() });
  });
  return {
    openSettingsFile: async () => (await import("./folders")).openSettings(deps.settings),
    showSettingsFile: async () => {
      await deps.settings.make();
      shell.showItemInFolder(deps.settings.view().file);
    },
    clearLogs: () => deps.log.clear(),
    openDataFolder: async () => {
      await shell.openPath(deps.data_dir);
    },
    openAgents: async (file) => {
      const folder = join(deps.data_dir, "agents");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await shell.openPath(file === undefined ? folder : join(folder, file));
    },
    openFolder: async (path) => (await import("./folders")).openFolder(path),
    exports: once<Exports>(async () => {
      const { createExports } = await import("./exports");
      return createExports({ ...deps, exchange: await deps.exchange() });
    }),
    imports,
    backups: once<HandlersOf<"backups">>(async () => {
      const { backupsDesk } = await import("./backups");
      return backupsDesk({ ...deps, imports, backups: await deps.backups() });
    }),
    realFolder: realWorkspace,
    namesIn: async (folder, typed) => {
      // Most starts never need it.
      names ??= import("../../files/workspace-names").then((names) => names.createWorkspaceNames());
      return (await names)(await realWorkspace(folder), typed);
    },
    exportDiagnostics: async () => (await import("./export-diagnostics")).exportDiagnostics(deps),
  };
}
