/**
 * Keeps the files small (SV-10), over a connection of its own. Moves the log into the database, gives pages that deltas have left back to
 * the disk, and finds damage before a user meets it. Yields to the writer: each transaction here lasts milliseconds, with a pause after it.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { openSame } from "../database/connection";
import { isBusy } from "../database/errors";
import { identityOf, sizeOf } from "../database/folder";
import { assertSound } from "../recovery/soundness";

export interface Upkeep {
  /**
   * Moves the log into the database beside a writer. Then, unless `isHeld` returns true, begins the log anew. A log is held while a backup
   * reads an old moment of it, and during a bulk write, of which a commit would have to wait.
   */
  checkpoint(isHeld?: () => boolean): void;
  /**
   * For quiet moments: checks the database once a day, gives free pages back, empties the log. `isOver` stops it between two steps. @throws
   * SqliteError; `SQLITE_CORRUPT` for a damaged database
   */
  tidy(isOver?: () => boolean): Promise<void>;
  /** Gives all free pages back, however many, and empties the log. Returns the bytes that came free. */
  giveBack(isOver?: () => boolean): Promise<number>;
  close(): void;
}

/** Short: a busy writer goes first, and the next request finds the rest. */
const BUSY_TIMEOUT_MS = 100;
/**
 * Bytes. A checkpoint may never catch up with a writer that never pauses, and the log would grow for ever. From this size on the writer
 * waits for the last few pages.
 */
const LOG_TOO_LONG = 16 * 1024 * 1024;
/** Pages of one vacuum step; measured: about a millisecond. */
const PAGES_A_STEP = 64;
const PAUSE_MS = 5;
/** Free pages below this share, or this number, stay for the next deltas. */
const FREE_SHARE = 0.02;
const FREE_PAGES = 64;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The row of `app_state` with the time of the last check of the whole database, in epoch milliseconds. */
const CHECKED_AT = "store.checked_at";
/** The row of `app_state` whose write begins the log; epoch milliseconds. */
const LOG_BEGUN_AT = "store.log_begun_at";

/** @param identity names the file: another in its place is left alone. @throws FileMoved, SqliteError */
export function createUpkeep(file: string, identity = identityOf(file)): Upkeep {
  const db = openSame(file, identity, { busy_timeout_ms: BUSY_TIMEOUT_MS });
  db.pragma("synchronous = NORMAL");
  db.pragma("fullfsync = ON");
  // The same as on main's connection: the one that begins the log anew cuts it.
  db.pragma("journal_size_limit = 0");
  const checkpoint = (isHeld = () => false): void => {
    const isRead = !checkpointBesideAll(db);
    if (isHeld()) return;
    beginLog(db);
    // The log is not cut where a writer has added to it meanwhile.
    if (isRead || sizeOf(`${file}-wal`) <= LOG_TOO_LONG) return;
    db.pragma("wal_checkpoint(RESTART)");
    beginLog(db);
  };
  return {
    checkpoint,
    tidy: async (isOver = () => false) => {
      checkDaily(db);
      while (hasSlack(db) && !isOver() && vacuumSome(db)) await pause(PAUSE_MS);
      // Does the long part without the writer's lock, so that the part with it is short.
      checkpoint(isOver);
      if (!isOver()) db.pragma("wal_checkpoint(TRUNCATE)");
    },
    giveBack: async (isOver = () => false) => {
      const size = (): number => sizeOf(file) + sizeOf(`${file}-wal`);
      const before = size();
      while (freePages(db) > 0 && !isOver() && vacuumSome(db)) await pause(PAUSE_MS);
      checkpoint();
      if (!isOver()) db.pragma("wal_checkpoint(TRUNCATE)");
      return Math.max(0, before - size());
    },
    close: () => db.close(),
  };
}

/**
 * Moves as much of the log as it can without waiting. Returns false where a long reader, such as an export, needs the rest: whoever waited
 * for that one would keep the writer waiting, too.
 */
function checkpointBesideAll(db: Database): boolean {
  const [found] = db.pragma("wal_checkpoint(PASSIVE)") as { log: number; checkpointed: number }[];
  return found === undefined || found.checkpointed >= found.log;
}

/**
 * Makes the first commit after a checkpoint. This commit begins the log anew and waits for the disk, whatever `synchronous` says (measured:
 * 66 ms); here nobody waits for it. After an incomplete checkpoint it is an ordinary commit.
 */
function beginLog(db: Database): void {
  try {
    noteTime(db, LOG_BEGUN_AT);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
}

function noteTime(db: Database, key: string): void {
  db.prepare(
    "INSERT INTO app_state (key, value_json) VALUES (@key, @now) ON CONFLICT DO UPDATE SET value_json = @now",
  ).run({ key, now: String(Date.now()) });
}

function checkDaily(db: Database): void {
  const last = db
    .prepare<[string], string>("SELECT value_json FROM app_state WHERE key = ?")
    .pluck()
    .get(CHECKED_AT);
  const since = Date.now() - Number(last ?? Number.NEGATIVE_INFINITY);
  // A time in the future is that of a clock that was wrong.
  if (since >= 0 && since < DAY_MS) return;
  assertSound(db, "quick_check");
  noteTime(db, CHECKED_AT);
}

/** Returns false where a writer was in the way: the end of its turn brings upkeep back. */
function vacuumSome(db: Database): boolean {
  try {
    db.pragma(`incremental_vacuum(${PAGES_A_STEP})`);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

const freePages = (db: Database): number => Number(db.pragma("freelist_count", { simple: true }));

function hasSlack(db: Database): boolean {
  const free = freePages(db);
  const pages = Number(db.pragma("page_count", { simple: true }));
  return free > Math.max(FREE_PAGES, pages * FREE_SHARE);
}
