/** Collects facts that help to find a fault: no words of a chat, no title, no key, no name of a user's folder. */

import { arch, platform, release, totalmem } from "node:os";
import type { StorageReport } from "../../../src-preload/contract/domain/storage";
import type { StoreFacts } from "../../core/ports/storage";
import type { Redactor } from "../../core/redact";

export interface Findings {
  version: string;
  /** The settings of the file, with defaults for the missing ones. */
  settings: unknown;
  problems: { path: string }[];
  report: StorageReport;
  facts: StoreFacts;
  log: string[];
}

/** Returns JSON; every text in it has been through the redactor. */
export function diagnosticsText(findings: Findings, redactor: Redactor, now: Date): string {
  const { version, settings, problems, report, facts, log } = findings;
  const { space, sessions, messages, backups, backup_problem } = report;
  const all = {
    made_at: now.toISOString(),
    braid: version,
    versions: pick(process.versions, ["electron", "chrome", "node", "v8"]),
    system: { platform: platform(), release: release(), arch: arch(), memory: totalmem() },
    settings: bare(settings),
    // Only the paths: messages may quote the file.
    settings_problems: problems.map(({ path }) => path),
    store: {
      ...facts,
      space,
      sessions,
      messages,
      backups: backups.map(({ made_at, size }) => ({ made_at, size })),
      backup_problem,
    },
    log,
  };
  return JSON.stringify(
    all,
    (_key, value) => (typeof value === "string" ? redactor.redact(value) : value),
    2,
  );
}

function pick(from: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/** Names whose values are exported. Any other text may hold a key, as headers do: the export says only that it is set. */
const PLAIN_NAMES = /^(id|type|model_id|provider_id|theme|language|save_on|spell_check|thinking)$/;

function bare(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (name === "base_url") return originOf(value);
    return PLAIN_NAMES.test(name) ? value : "[set]";
  }
  if (Array.isArray(value)) return value.map((item) => bare(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bare(inner, key)]));
}

function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return "[no address]";
  }
}
