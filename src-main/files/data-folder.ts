/**
 * Tells at start which names of the data folder are taken by something unusable, each with its cost and the way on. Looks at names alone
 * (`stat`), reads nothing, changes nothing. `settings.json` and the database tell their own problems.
 */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Sentence } from "../../src-preload/contract/domain/sentence";
import type { StoreNotice } from "../../src-preload/contract/domain/storage";
import { say } from "../core/say";
import { kindOf, type Unusable, wordsFor } from "./data-file";

type Cost = "secrets" | "models" | "commit-ledger" | "logs" | "backups" | "blobs" | "chromium";

const FILES: Record<string, Cost> = {
  "secrets.json": "secrets",
  "models-cache.json": "models",
  "braid.db-witness": "commit-ledger",
  "logs/braid.log": "logs",
};
const FOLDERS: Record<string, Cost> = {
  logs: "logs",
  backups: "backups",
  blobs: "blobs",
  chromium: "chromium",
};

/** Why the app cannot keep its files in this folder; undefined where it can, or where the folder does not exist yet. */
export function folderProblem(path: string, { own = false } = {}): Sentence | undefined {
  const kind = kindOf(path);
  if (kind === "folder" && own && lstatSync(path).isSymbolicLink()) return say("file.elsewhere");
  if (kind === "folder" || kind === "missing") return undefined;
  return kind === "file" ? say("file.no-folder") : wordsFor(kind);
}

/** Why a file can be neither read nor written; undefined for an ordinary file, and where there is none. */
export function fileProblem(path: string): Sentence | undefined {
  const kind = kindOf(path);
  if (kind === "file" || kind === "missing") return undefined;
  const unusable: Unusable = kind === "folder" ? { why: "folder" } : kind;
  return wordsFor(unusable);
}

export function lookAtDataFolder(data_dir: string): StoreNotice[] {
  const notice = (name: string, problem: Sentence | undefined, cost: Cost): StoreNotice[] =>
    problem === undefined
      ? []
      : [{ message: say("file.in-the-way", { name, problem }), hint: say(`file.cost.${cost}`, { name }) }];
  const folders = Object.entries(FOLDERS).map(([name, cost]) =>
    notice(name, folderProblem(join(data_dir, name), { own: name === "logs" }), cost),
  );
  const files = Object.entries(FILES).map(([name, cost]) =>
    // The file cannot be in a folder that is none: the folder's own notice is enough.
    name.startsWith("logs/") && folderProblem(join(data_dir, "logs"), { own: true }) !== undefined
      ? []
      : notice(name, fileProblem(join(data_dir, name)), cost),
  );
  return [...folders, ...files].flat();
}
