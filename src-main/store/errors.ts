/** What SQLite's errors mean to the person in front of the window (SV-7): each cause its own sentence and its own way out. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { BraidError } from "../core/braid-error";

type Cause = "full" | "read-only" | "io" | "corrupt" | "busy" | "cannot-open" | "constraint" | "other";

const CAUSES: readonly [prefix: string, cause: Cause][] = [
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

/** The codes of the file system, which appear where a folder or a file beside the database is made. */
const FILE_CAUSES: Readonly<Record<string, Cause>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "read-only",
  EACCES: "read-only",
  EPERM: "read-only",
  EIO: "io",
};

type Sentence = (file: string) => { message: string; hint: string };

const SENTENCES: Readonly<Record<Exclude<Cause, "constraint">, Sentence>> = {
  full: (file) => ({
    message: `There is no space left on the disk that holds ${file}.`,
    hint: "Free some space, then try again. What was saved before is safe.",
  }),
  "read-only": (file) => ({
    message: `Braid may not write to ${file}.`,
    hint: "Make the file and its folder writable for your user, then try again. What was saved before is safe.",
  }),
  io: (file) => ({
    message: `The disk reported an error while Braid was using ${file}.`,
    hint: "Check the disk and its connection, then try again.",
  }),
  corrupt: (file) => ({
    message: `The file that holds the chats is damaged: ${file}.`,
    hint: "Restart Braid: it checks the file, sets it aside under a dated name if it is damaged, and starts. Nothing is deleted.",
  }),
  busy: (file) => ({
    message: `Another program keeps ${file} locked.`,
    hint: "Close the program that has the file open, then try again.",
  }),
  "cannot-open": (file) => ({
    message: `${file}, or a file that SQLite keeps beside it, cannot be opened.`,
    hint: "Make sure that the folder exists and that your user may write there, then try again.",
  }),
  other: (file) => ({
    message: `The database at ${file} failed.`,
    hint: "Try again; if it stays so, restart Braid.",
  }),
};

/** Whether the bytes of the database are wrong, as opposed to its surroundings. */
export function isDamage(error: unknown): boolean {
  return causeOf(error) === "corrupt";
}

export function isBusy(error: unknown): boolean {
  return causeOf(error) === "busy";
}

/** Whether the connection may have lost its footing, so that a new one is the better way on. */
export function wantsReopening(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code.startsWith("SQLITE_IOERR") ||
    code.startsWith("SQLITE_CANTOPEN") ||
    code === "SQLITE_READONLY_DBMOVED"
  );
}

/** A broken rule of the schema is a mistake of ours (`INTERNAL`); everything else the store's surroundings (`STORE_UNAVAILABLE`). */
export function toStoreError(error: unknown, file: string): BraidError {
  if (error instanceof BraidError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const cause = causeOf(error);
  if (cause === "constraint") {
    return new BraidError("INTERNAL", `The store refused a write: ${detail}.`, { cause: error });
  }
  // A file that cannot grow is often reported as anything but "full" (the shared-memory file, a journal that cannot be made).
  const actual = (cause === "io" || cause === "cannot-open") && isDiskFull(file) ? "full" : cause;
  const { message, hint } = SENTENCES[actual](file);
  return new BraidError("STORE_UNAVAILABLE", actual === "other" ? `${message} (${detail})` : message, {
    hint,
    cause: error,
  });
}

function causeOf(error: unknown): Cause {
  const code = codeOf(error);
  return CAUSES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? FILE_CAUSES[code] ?? "other";
}

function codeOf(error: unknown): string {
  if (error instanceof Database.SqliteError) return error.code;
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  return "";
}

function isDiskFull(file: string): boolean {
  try {
    return statfsSync(dirname(file)).bavail === 0;
  } catch {
    // Only a nicer sentence depends on it.
    return false;
  }
}
