/**
 * A few bytes beside the database that count its synced commits. A database whose log (`-wal`) was deleted, emptied or swapped while it
 * held changes is sound in itself and silently old; only something outside the database can tell (SV-8). Each synced commit (SV-9) counts
 * itself in the database and, once it is on the disk, here: a database with a smaller count has lost some. The count stays true when
 * another program moves the log into the database, as any SQLite client does when it closes one. The ledger cannot see the loss of a log
 * with only unsynced commits, that is, the last moments of an answer. Without the ledger hours of chats could be missing, and the app would
 * say nothing.
 */
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { readDataFile } from "../../files/data-file";

export interface LedgerEntry {
  synced_commits: number;
  /** The app met damage while it ran: the next start has to check closely. */
  suspect: boolean;
}

export interface CommitLedger {
  read(): LedgerEntry;
  note(change: Partial<LedgerEntry>): void;
  close(): void;
}

/** The file is called `braid.db-witness`, an older name of the ledger: the data folders of users have it under that name. */
export const commitLedgerFile = (file: string): string => `${file}-witness`;

/** Characters of the one write: a kill in its midst leaves the old line or the new one. */
const LENGTH = 80;
const NOTHING: LedgerEntry = { synced_commits: 0, suspect: false };

/** Bytes: far more than the ledger writes. */
const MOST_BYTES = 64 * 1024;

/**
 * Makes the file with the first note. Leaves anything under its name that is no file of its own alone, and remembers nothing then.
 * `onBackgroundError` hears of failed writes: they do not touch the database.
 */
export function openCommitLedger(file: string, onBackgroundError: (error: unknown) => void): CommitLedger {
  const path = commitLedgerFile(file);
  const found = readDataFile(path, MOST_BYTES);
  let current = found.is === "text" ? parse(found.text) : NOTHING;
  let handle: number | undefined;
  const write = (): void => {
    handle ??= openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    writeSync(handle, `${JSON.stringify(current).padEnd(LENGTH - 1)}\n`, 0);
  };
  return {
    read: () => current,
    note: (change) => {
      const next = { ...current, ...change };
      if (next.synced_commits === current.synced_commits && next.suspect === current.suspect) return;
      current = next;
      if (found.is === "unusable") return;
      try {
        write();
      } catch (error) {
        onBackgroundError(error);
      }
    },
    close: () => {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
  };
}

/** An unreadable line counts as an empty ledger. */
function parse(text: string): LedgerEntry {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return NOTHING;
    const commits = "synced_commits" in found ? Number(found.synced_commits) : 0;
    return {
      synced_commits: Number.isInteger(commits) ? commits : 0,
      suspect: "suspect" in found && found.suspect === true,
    };
  } catch {
    return NOTHING;
  }
}
