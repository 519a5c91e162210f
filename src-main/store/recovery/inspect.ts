/** Checks a database before anything of it is changed: is it newer than this app (DB-6), or older than the last saved state (SV-8)? */
import { closeSync, existsSync, openSync, readSync, rmSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { openDatabase, SYNCED_COMMITS } from "../database/connection";
import { sizeOf } from "../database/folder";
import { refuseNewer, userVersion } from "../database/migrate";

/** The offset of `user_version` in the file's header: a big-endian 32-bit number. */
const USER_VERSION_AT = 60;
const HEADER_LENGTH = 100;

/** The log, or the database itself, was lost in whole or in part: the rest may be sound, but is old. */
export class LostLog extends Error {}

/**
 * Throws `STORE_TOO_NEW` or `LostLog`, and leaves every byte as it is. Without a log this reads the header alone: even a reading connection
 * would make SQLite create files. With a log the newest state may be in it. A reading connection neither checkpoints nor removes the log.
 */
export function inspect(file: string, expected_commits: number): void {
  const logged = sizeOf(`${file}-wal`) > 0;
  if (sizeOf(file) === 0) {
    if (logged || expected_commits > 0) throw new LostLog("the database itself is gone");
    return;
  }
  refuseNewer(versionInHeader(file), file);
  if (!logged) return;
  const index = `${file}-shm`;
  const had_index = existsSync(index);
  const db = openDatabase(file, { readonly: true });
  try {
    refuseNewer(userVersion(db), file);
    refuseOlder(db, expected_commits);
  } finally {
    db.close();
    if (!had_index) rmSync(index, { force: true });
  }
}

/** @throws LostLog where the database counts fewer synced commits than the ledger. */
export function refuseOlder(db: Database, expected_commits: number): void {
  if (expected_commits === 0) return;
  const found = syncedCommits(db);
  if (found < expected_commits) throw new LostLog(`${found} of ${expected_commits} synced commits are there`);
}

export function syncedCommits(db: Database): number {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'app_state'").get();
  if (table === undefined) return 0;
  return Number(
    db.prepare("SELECT value_json FROM app_state WHERE key = ?").pluck().get(SYNCED_COMMITS) ?? 0,
  );
}

/** 0 for a file that is too short, or no database; SQLite reports the latter itself. */
function versionInHeader(file: string): number {
  const header = Buffer.alloc(HEADER_LENGTH);
  const handle = openSync(file, "r");
  try {
    if (readSync(handle, header, 0, HEADER_LENGTH, 0) < HEADER_LENGTH) return 0;
  } finally {
    closeSync(handle);
  }
  return header.toString("latin1", 0, 15) === "SQLite format 3" ? header.readUInt32BE(USER_VERSION_AT) : 0;
}
