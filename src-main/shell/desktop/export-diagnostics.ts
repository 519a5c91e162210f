/** Saves the diagnostics where the user wants them. Loaded when somebody asks: no start reads it. */
import { app } from "electron";
import type { Storage } from "../../core/ports/storage";
import type { Redactor } from "../../core/redact";
import type { SettingsArea } from "../../core/session/app-services";
import { t } from "../../language/language";
import type { LogFile } from "../startup/log-file";
import { diagnosticsText } from "./diagnostics";
import { askToSave } from "./file-dialogs";

const LOG_LINES = 500;

export interface DiagnosticsDeps {
  version: string;
  storage: Pick<Storage, "report" | "facts">;
  settings: Pick<SettingsArea, "all" | "view">;
  log: LogFile;
  redactor: Redactor;
  /** Replaces a file by a whole new one, or leaves the old one (SV-11). */
  save(file: string, text: string | Uint8Array): Promise<unknown>;
}

/** False where the user cancelled. */
export async function exportDiagnostics(deps: DiagnosticsDeps): Promise<boolean> {
  const filePath = await askToSave({
    title: t("shell:diagnostics.title"),
    defaultPath: `${app.getPath("documents")}/braid-diagnostics-${new Date().toISOString().slice(0, 10)}.json`,
    filters: [{ name: "JSON", extensions: ["json"] }],
  });
  if (filePath === undefined) return false;
  await deps.save(filePath, await collect(deps));
  return true;
}

async function collect({ version, storage, settings, log, redactor }: DiagnosticsDeps): Promise<string> {
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
