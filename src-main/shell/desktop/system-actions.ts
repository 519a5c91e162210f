/**
 * Actions that need the system: they open the settings file and the data folder in other programs, clear the log, and save the diagnostics.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { app, dialog, shell } from "electron";
import { BraidError } from "../../core/braid-error";
import type { Storage } from "../../core/ports/storage";
import type { Redactor } from "../../core/redact";
import { say } from "../../core/say";
import type { SettingsArea } from "../../core/session/app-services";
import { realWorkspace } from "../../files/workspace";
import { t } from "../../language/language";
import type { SystemActions } from "../../surfaces/ipc/context";
import type { LogFile } from "../startup/log-file";
import { diagnosticsText } from "./diagnostics";
import { openFolder } from "./folders";

const LOG_LINES = 500;

export interface SystemActionsDeps {
  data_dir: string;
  version: string;
  storage: Pick<Storage, "report" | "facts">;
  settings: Pick<SettingsArea, "all" | "view" | "make">;
  log: LogFile;
  redactor: Redactor;
  /** Replaces a file by a whole new one, or leaves the old one (SV-11). */
  save(file: string, text: string): Promise<unknown>;
}

export function createSystemActions(deps: SystemActionsDeps): SystemActions {
  let names: Promise<SystemActions["namesIn"]> | undefined;
  return {
    openSettingsFile: () => openSettings(deps.settings),
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
    openFolder,
    realFolder: realWorkspace,
    namesIn: async (folder, typed) => {
      // Most starts never need it.
      names ??= import("../../files/workspace-names").then((names) => names.createWorkspaceNames());
      return (await names)(await realWorkspace(folder), typed);
    },
    exportDiagnostics: async () => {
      const { canceled, filePath } = await dialog.showSaveDialog({
        title: t("shell:diagnostics.title"),
        defaultPath: `${app.getPath("documents")}/braid-diagnostics-${new Date().toISOString().slice(0, 10)}.json`,
        filters: [{ name: "JSON", extensions: ["json"] }],
      });
      if (canceled || filePath === "") return false;
      await deps.save(filePath, await collect(deps));
      return true;
    },
  };
}

/** Main alone chooses the file: a window cannot name one. */
async function openSettings(settings: SystemActionsDeps["settings"]): Promise<void> {
  await settings.make();
  const { file } = settings.view();
  const failure = await shell.openPath(file);
  if (failure === "") return;
  throw new BraidError("SETTINGS_UNAVAILABLE", say("settings-file.no-editor.message", { file }), {
    hint: say("settings-file.no-editor.hint"),
    cause: failure,
  });
}

async function collect({ version, storage, settings, log, redactor }: SystemActionsDeps): Promise<string> {
  const [report, facts] = await Promise.all([storage.report(), storage.facts()]);
  const findings = {
    version,
    settings: settings.all(),
    problems: settings.view().problems,
    report,
    facts,
    log: log.recent(LOG_LINES),
  };
  return diagnosticsText(findings, redactor, new Date());
}
