/**
 * Makes a new database from a backup, or from the readable rest of a damaged one, in a file of its own. The new file takes the place of the
 * one in use only when it is whole (SV-8). The sources are not changed. A kill leaves only the new file, which the next start removes.
 */
import { closeSync, openSync } from "node:fs";
import { dirname, join as pathOf } from "node:path";
import type { Database } from "better-sqlite3";
import { openDatabase, shape } from "../../database/connection";
import { FILE_MODE, syncFile } from "../../database/folder";
import { migrate, SCHEMA_VERSION, userVersion } from "../../database/migrate";
import { TAKE_OVER } from "../../database/migrations/0007-place-drafts";
import { Cancelled, copyDatabase } from "../../upkeep/backups";
import type { Found, JobContext } from "../../upkeep/jobs/jobs";
import { NoBackup } from "../../upkeep/library/look";
import { removeTarget } from "../rebuilt-file";
import { assertSound } from "../soundness";
import { joinPresent } from "./join-present";
import { openPages } from "./pages";
import { mentionIn, recognise } from "./recognise";
import { readRows } from "./records";
import { remakeBlobs } from "./remake-blobs";
import { stage } from "./staging";

/** Pages between two checks for a cancellation. */
const LOOK = 256;
/** Pages of one step of the copy of a backup: nobody else needs the disk now. */
const COPY_PAGES = 8192;

/** The file holds nothing of ours. */
class NothingToRead extends Error {
  readonly code = "NOTHING_TO_READ";
}

/** @throws SqliteError `SQLITE_CORRUPT` where the backup is not sound; NoBackup where a newer Braid has made it */
export async function restore(
  { backup, target }: { backup: string; target: string },
  { isCancelled, onProgress, unstoppable }: JobContext,
): Promise<Found> {
  removeTarget(target);
  // Before the copy, whose file the next try may make anew while this check still runs.
  unstoppable(() => assertUsable(backup));
  if (isCancelled()) throw new Cancelled();
  return await orNothing(target, async () => {
    await copyDatabase(backup, target, { pages: COPY_PAGES, pause_ms: 0, isCancelled, onProgress });
    return finish(target, (db) => {
      assertSound(db, "quick_check");
      migrate(db);
      return { ...counted(db), lost_messages: 0, cut_messages: 0 };
    });
  });
}

function assertUsable(file: string): void {
  const db = openDatabase(file, { readonly: true, must_exist: true });
  try {
    // The next start would refuse the restored library, and no window would be there to go back with.
    if (userVersion(db) > SCHEMA_VERSION) throw new NoBackup("NEWER_BACKUP");
    assertSound(db, "integrity_check");
  } finally {
    db.close();
  }
}

export async function salvage(
  { damaged, target }: { damaged: string; target: string },
  { isCancelled, onProgress }: JobContext,
): Promise<Found> {
  removeTarget(target);
  return await orNothing(target, () => {
    closeSync(openSync(target, "wx", FILE_MODE));
    return finish(target, (db) => {
      shape(db);
      migrate(db);
      const staging = stage(db);
      readAll(damaged, staging, { isCancelled, onProgress });
      const found = staging.settle();
      for (const statement of TAKE_OVER) db.exec(statement);
      remakeBlobs(db, pathOf(dirname(target), "blobs"));
      if (found.sessions === 0) throw new NothingToRead("nothing of a transcript was found");
      db.pragma("incremental_vacuum");
      assertSound(db, "integrity_check");
      return found;
    });
  });
}

/** Adds the content of the database in use. May run again when that has grown. */
export function join({ present, target }: { present: string; target: string }): undefined {
  finish(target, (db) => joinPresent(db, present));
}

function readAll(
  damaged: string,
  staging: ReturnType<typeof stage>,
  context: Pick<JobContext, "isCancelled" | "onProgress">,
): void {
  const pages = openPages(damaged);
  try {
    for (let number = 1; number <= pages.count; number++) {
      if (number % LOOK === 1) {
        if (context.isCancelled()) throw new Cancelled("cancelled");
        context.onProgress(number / pages.count);
      }
      if (pages.isFree(number)) continue;
      readRows(pages, number, (row) => {
        const found = recognise(row);
        if (found !== undefined) staging.take(found);
        const mention = mentionIn(row);
        if (mention !== undefined) staging.note(mention);
      });
    }
  } finally {
    pages.close();
  }
}

async function orNothing<T>(target: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    removeTarget(target);
    throw error;
  }
}

/** Works on the new file without a log, because nobody else has it open, and syncs it before anybody counts on it. */
function finish<T>(target: string, work: (db: Database) => T): T {
  const db = openDatabase(target);
  let result: T;
  try {
    db.pragma("journal_mode = MEMORY");
    db.pragma("synchronous = OFF");
    db.pragma("foreign_keys = ON");
    result = work(db);
  } finally {
    db.close();
  }
  syncFile(target);
  return result;
}

function counted(db: Database): Pick<Found, "sessions" | "messages"> {
  const count = (table: string): number => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  return { sessions: count("chat_sessions"), messages: count("chat_messages") };
}
