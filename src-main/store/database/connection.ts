/** One connection to the database, set up as DB-6 says, and the two ways to write through it. */
import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { nativeBindingPath } from "../../../build/native-path.mjs";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { FileMoved, isBusy } from "./errors";
import { identityOf } from "./folder";
import { compileLate } from "./late-statements";

/**
 * Bytes. Small pages for two measured reasons: rows of about 2 KB leave half of a 4 KiB page empty (disk 2.1 × the transcript, against
 * 1.2; SV-10), and the smallest commit writes one page (SV-3).
 */
export const PAGE_SIZE = 1024;
const BUSY_TIMEOUT_MS = 5000;
/**
 * Milliseconds between two tries to begin a transaction. SQLite's own waits grow to 100 ms: main overslept the moments between a job's
 * transactions (measured beside an import: 24.8 ms, where the job's are a few milliseconds long).
 */
const RETRY_MS = 3;
/**
 * A bound, filled only with pages that are read and written. The end of a long turn (a part of 1.6 MB and its 5,000 deltas) touches more
 * than SQLite's own 2 MB: pages then went to the log twice. Measured: 43 ms with 2 MB, 24 ms with 16.
 */
const CACHE_KIB = 16 * 1024;
/** The first release that fixes a race between checkpoint and restart of the log, which could corrupt a database (DB-6). */
const OLDEST_SQLITE = [3, 51, 3];

export interface Connection {
  readonly file: string;
  readonly raw: Database.Database;
  readonly orm: BetterSQLite3Database;
  /** One transaction: all of `work` or nothing. */
  write<T>(work: () => T): T;
  /** The same, synced to the disk before it returns (SV-9). */
  writeSynced<T>(work: () => T): T;
  close(): void;
}

interface OpenOptions {
  readonly?: boolean;
  busy_timeout_ms?: number;
  must_exist?: boolean;
}

/** Opens a file, or the bytes of a database, with the binding that this process can load. @throws BraidError, SqliteError */
export function openDatabase(file: string | Buffer, options: OpenOptions = {}) {
  const nativeBinding = nativeBindingPath();
  if (nativeBinding !== undefined && !existsSync(nativeBinding)) {
    throw new BraidError(
      "STORE_UNAVAILABLE",
      "SQLite has not been compiled for this version of Node or Electron yet.",
      {
        hint: "Run `node build/native.mjs` once.",
      },
    );
  }
  return new Database(file, {
    timeout: options.busy_timeout_ms ?? BUSY_TIMEOUT_MS,
    readonly: options.readonly ?? false,
    fileMustExist: options.must_exist ?? false,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
}

/**
 * Opens, for another thread, the file that the app has open. `identity` names that file: another one in its place must neither be read nor
 * written. @throws FileMoved, SqliteError
 */
export function openSame(
  file: string,
  identity: string,
  options: Omit<OpenOptions, "must_exist"> = {},
): Database.Database {
  if (identityOf(file) !== identity) throw new FileMoved();
  const db = openDatabase(file, { ...options, must_exist: true });
  // Another program may have replaced the file between the check and the opening.
  if (identityOf(file) === identity) return db;
  db.close();
  throw new FileMoved();
}

/** DB-6. */
export function configure(db: Database.Database): void {
  shape(db);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = NORMAL");
  db.pragma("foreign_keys = ON");
  // On macOS a plain fsync stops at the drive's cache; elsewhere this changes nothing.
  db.pragma("fullfsync = ON");
  // A worker makes the checkpoints (`upkeep/maintenance.ts`), so that no commit waits for one.
  db.pragma("wal_autocheckpoint = 0");
  // A log that begins anew is cut, so that its size says how much waits for a checkpoint.
  db.pragma("journal_size_limit = 0");
  db.pragma(`cache_size = -${CACHE_KIB}`);
  refuseOldSqlite(db);
}

/**
 * Sets the form of the file itself, which takes effect only before the first table exists. Later the second pragma would still write a page
 * at every start.
 */
export function shape(db: Database.Database): void {
  if (!isEmpty(db)) return;
  db.pragma(`page_size = ${PAGE_SIZE}`);
  db.pragma("auto_vacuum = INCREMENTAL");
}

function isEmpty(db: Database.Database): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
}

export interface CommitListeners {
  /** May throw: nothing is written then. */
  beforeWrite?(): void;
  onCommit(): void;
  /** Gets the number of each synced commit, once it is on the disk. */
  onSynced(commit: number): void;
}

export function connect(
  db: Database.Database,
  file: string,
  { beforeWrite, onCommit, onSynced }: CommitListeners,
): Connection {
  compileLate(db);
  const transact = transactor(db);
  const write = <T>(work: () => T): T => {
    beforeWrite?.();
    const result = transact(work);
    onCommit();
    return result;
  };
  const countSynced = db.prepare<[string], { value_json: string }>(
    `INSERT INTO app_state (key, value_json) VALUES (?, '1')
     ON CONFLICT DO UPDATE SET value_json = CAST(value_json AS INTEGER) + 1 RETURNING value_json`,
  );
  return {
    file,
    raw: db,
    orm: drizzle({ client: db }),
    write,
    writeSynced: (work) => {
      db.pragma("synchronous = FULL");
      try {
        const { result, commit } = write(() => {
          const result = work();
          return { result, commit: Number(countSynced.get(SYNCED_COMMITS)?.value_json) };
        });
        onSynced(commit);
        return result;
      } finally {
        db.pragma("synchronous = NORMAL");
      }
    },
    close: () => db.close(),
  };
}

/** Returns a function that runs its work in one transaction, which begins soon after that of another thread has ended. */
function transactor(db: Database.Database): <T>(work: () => T) => T {
  const transaction = db.transaction((work: () => unknown) => work()).immediate;
  const patience = Number(db.pragma("busy_timeout", { simple: true }));
  return <T>(work: () => T): T => {
    let isBegun = false;
    const begin = (): unknown => {
      isBegun = true;
      return work();
    };
    db.pragma(`busy_timeout = ${RETRY_MS}`);
    try {
      for (let waited = RETRY_MS; ; waited += RETRY_MS) {
        try {
          // The transaction returns the result of `work`; better-sqlite3's types do not say so.
          return transaction(begin) as T;
        } catch (error) {
          if (isBegun || !isBusy(error) || waited >= patience) throw error;
        }
      }
    } finally {
      db.pragma(`busy_timeout = ${patience}`);
    }
  };
}

/** The row of `app_state` that counts synced commits; see `commit-ledger.ts`. */
export const SYNCED_COMMITS = "store.synced_commits";

function refuseOldSqlite(db: Database.Database): void {
  const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
  const parts = version.split(".").map(Number);
  for (const [place, oldest] of OLDEST_SQLITE.entries()) {
    const found = parts[place] ?? 0;
    if (found > oldest) return;
    if (found < oldest) {
      throw new BraidError("STORE_UNAVAILABLE", say("database.old-sqlite.message", { version }), {
        hint: say("database.old-sqlite.hint"),
      });
    }
  }
}
