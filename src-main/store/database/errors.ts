/** Turns SQLite's errors into sentences for the user (SV-7): each cause has its own sentence and its own way out. */

import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

/** The file is not where it was opened: further writes would reach no folder. */
export class FileMoved extends Error {
  readonly code = "FILE_MOVED";

  constructor() {
    super("the file that was opened is not there any more");
  }
}

type Cause =
  | "moved"
  | "full"
  | "low"
  | "read-only"
  | "io"
  | "corrupt"
  | "busy"
  | "cannot-open"
  | "constraint"
  | "other";

const CAUSES: readonly [prefix: string, cause: Cause][] = [
  ["FILE_MOVED", "moved"],
  ["SQLITE_READONLY_DBMOVED", "moved"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_READONLY", "read-only"],
  ["SQLITE_IOERR", "io"],
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["SQLITE_BUSY", "busy"],
  ["SQLITE_LOCKED", "busy"],
  ["SQLITE_PROTOCOL", "busy"],
  ["SQLITE_CANTOPEN", "cannot-open"],
  ["SQLITE_CONSTRAINT", "constraint"],
];

/** The codes of the file system, for folders and files beside the database. */
const FILE_CAUSES: Readonly<Record<string, Cause>> = {
  ENOSPC: "full",
  LOW_SPACE: "low",
  EDQUOT: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  EIO: "io",
};

/** True where the bytes of the database are wrong, false where its surroundings failed. */
export function isDamage(error: unknown): boolean {
  return causeOf(error) === "corrupt";
}

/** True where the file was deleted, moved or replaced under the connection. */
export function isMoved(error: unknown): boolean {
  return causeOf(error) === "moved";
}

/**
 * True where the disk has no space. Upkeep that fails so stays silent: nothing is lost, it is done later, and a write tells its own
 * failure.
 */
export function isFull(error: unknown): boolean {
  return causeOf(error) === "full";
}

export function isBusy(error: unknown): boolean {
  return causeOf(error) === "busy";
}

/** True where the connection may be unusable after the error, so that the next call needs a new one. */
export function wantsReopening(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_IOERR") || code.startsWith("SQLITE_CANTOPEN");
}

/**
 * `session` is the title of the session that the failed call was about. A broken rule of the schema is a mistake of ours (`INTERNAL`), all
 * else a failure around the store (`STORE_UNAVAILABLE`).
 */
export function toStoreError(error: unknown, file: string, session?: string): BraidError {
  if (error instanceof BraidError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const cause = causeOf(error);
  if (cause === "constraint") {
    return new BraidError("INTERNAL", say("store.constraint", { detail }), { cause: error });
  }
  // A file that cannot grow is often reported as anything but "full" (the shared-memory file, a journal that cannot be made).
  const actual = (cause === "io" || cause === "cannot-open") && isDiskFull(file) ? "full" : cause;
  const message =
    actual === "corrupt" && session !== undefined
      ? say("store.damaged-here.message-in", { title: session })
      : say(`store.${actual}.message`, actual === "other" ? { file, detail } : { file });
  return new BraidError("STORE_UNAVAILABLE", message, { hint: say(`store.${actual}.hint`), cause: error });
}

function causeOf(error: unknown): Cause {
  const code = codeOf(error);
  return CAUSES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? FILE_CAUSES[code] ?? "other";
}

/** The code of SQLite, of the file system or of a job; empty where there is none. */
export function codeOf(error: unknown): string {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "";
}

/** The code of what a failure of the store has met, for another thread that puts it into words again: `ENOSPC`, not `STORE_UNAVAILABLE`. */
export function causingCode(error: unknown): string {
  const isOfStore = error instanceof BraidError && error.code === "STORE_UNAVAILABLE";
  return (isOfStore && codeOf(error.cause)) || codeOf(error);
}

function isDiskFull(file: string): boolean {
  try {
    return statfsSync(dirname(file)).bavail === 0;
  } catch {
    // Only the wording depends on the answer.
    return false;
  }
}
