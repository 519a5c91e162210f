/**
 * Puts a restored library in the place of today's (SV-8). Runs when the store is closed, so nothing that was said is missing from today's
 * library: its file itself stays, under the name of a backup.
 */
import { copyFileSync, linkSync, renameSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, SYNCED_COMMITS } from "../database/connection";
import { preparePrivateFolder, replaceDatabase, syncFile, syncFolder } from "../database/folder";
import { deleteIndex, searchFile } from "../search/index-file";
import { freeBackupName } from "../upkeep/backup-days";
import { backupFolder } from "../upkeep/backup-list";
import { syncedCommits } from "./inspect";
import { RECOVERY, RESTORED, restoringOf } from "./rebuilt-file";

export interface Ways {
  /** Called before each step: tests end the process there. */
  onStep?(step: string): void;
  /** Gives a file a second name; fails where the disk knows none. */
  link?(file: string, name: string): void;
}

/**
 * At any moment the file of the library is the whole old one or the whole new one.
 * @throws SqliteError, the file system's error; today's library stays then
 */
export function putInPlace(
  file: string,
  { now, made_at }: { now: number; made_at: number },
  { onStep = () => undefined, link = linkSync }: Ways = {},
): void {
  const target = restoringOf(file);
  onStep("settle");
  const commits = settle(file);
  onStep("note");
  note(target, commits, made_at);
  onStep("keep");
  keep(file, now, link);
  onStep("replace");
  replaceDatabase(file, target);
  onStep("index");
  // The index of the search is made anew from the new library.
  deleteIndex(searchFile(file));
}

/** Makes a database one file without a log. Returns its count of synced commits. */
function settle(file: string): number {
  const db = openDatabase(file, { must_exist: true });
  try {
    db.pragma("wal_checkpoint(TRUNCATE)");
    db.pragma("journal_mode = DELETE");
    return syncedCommits(db);
  } finally {
    db.close();
  }
}

/**
 * Notes in the new library what its first start tells. Its count of commits grows beyond today's: the ledger would take a smaller one for a
 * loss, and the same one would pass for a library that has its backup.
 */
function note(target: string, commits: number, made_at: number): void {
  const db = openDatabase(target, { must_exist: true });
  try {
    db.pragma("journal_mode = DELETE");
    const put = db.prepare("INSERT OR REPLACE INTO app_state (key, value_json) VALUES (?, ?)");
    db.transaction(() => {
      put.run(SYNCED_COMMITS, String(Math.max(commits, syncedCommits(db)) + 1));
      put.run(RESTORED, String(made_at));
      // The backup was made while a damaged database waited for a decision, which today's library has seen.
      db.prepare("DELETE FROM app_state WHERE key = ?").run(RECOVERY);
    })();
  } finally {
    db.close();
  }
  syncFile(target);
}

/** Gives the file of the library a second name among the backups. Copies it where the disk knows no second names. */
function keep(file: string, now: number, link: NonNullable<Ways["link"]>): void {
  const folder = backupFolder(file);
  preparePrivateFolder(folder);
  const name = freeBackupName(folder, now, true);
  try {
    link(file, join(folder, name));
  } catch {
    const part = join(folder, `.${name}.part`);
    copyFileSync(file, part);
    syncFile(part);
    renameSync(part, join(folder, name));
  }
  syncFolder(folder);
}
