/** What needs the system: the settings and the data folder in its programs, the log, a place for the diagnostics. */
import { writeFile } from "node:fs/promises";
import { app, dialog, shell } from "electron";
import { BraidError } from "../core/braid-error";
import { t } from "../core/language/language";
import type { Storage } from "../core/ports/storage";
import type { Redactor } from "../core/redact";
import type { SettingsArea } from "../core/session/areas";
import type { Desk } from "../surfaces/ipc/door";
import { diagnosticsText } from "./diagnostics";
import type { LogFile } from "./log-file";

const LOG_LINES = 500;

export interface DeskDeps {
  data_dir: string;
  version: string;
  storage: Pick<Storage, "report" | "facts">;
  settings: Pick<SettingsArea, "all" | "view" | "make">;
  log: LogFile;
  redactor: Redactor;
}

export function createDesk(deps: DeskDeps): Desk {
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
    exportDiagnostics: async () => {
      const { canceled, filePath } = await dialog.showSaveDialog({
        title: t("shell:diagnostics.title"),
        defaultPath: `${app.getPath("documents")}/braid-diagnostics-${new Date().toISOString().slice(0, 10)}.json`,
        filters: [{ name: "JSON", extensions: ["json"] }],
      });
      if (canceled || filePath === "") return false;
      await writeFile(filePath, await collect(deps), { mode: 0o600 });
      return true;
    },
  };
}

/** Which file it is, is main's alone to say: a window names none. */
async function openSettings(settings: DeskDeps["settings"]): Promise<void> {
  await settings.make();
  const { file } = settings.view();
  const failure = await shell.openPath(file);
  if (failure === "") return;
  throw new BraidError("SETTINGS_UNAVAILABLE", t("settings:file.no-editor.message", { file }), {
    hint: t("settings:file.no-editor.hint"),
    cause: failure,
  });
}

async function collect({ version, storage, settings, log, redactor }: DeskDeps): Promise<string> {
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
