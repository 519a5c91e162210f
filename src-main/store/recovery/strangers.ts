/**
 * Refuses a file that has the database's name and is not Braid's: a folder, a pipe, a link to nothing, another program's database. Refused
 * before anything is opened for writing, each with its own sentence, and left exactly as it is.
 */
import { closeSync, existsSync, openSync, readSync, rmSync } from "node:fs";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { kindOf } from "../../files/data-file";
import { fileProblem } from "../../files/data-folder";
import { openDatabase } from "../database/connection";
import { sizeOf } from "../database/folder";

const MAGIC = "SQLite format 3\0";
/** A table that every database of Braid has had since the first version. */
const OURS = "chat_sessions";
/** Bytes at the beginning of a database of ours that hold the first schema, in plain text. */
const SCHEMA_BYTES = 256 * 1024;

/** @throws BraidError `STORE_UNAVAILABLE` */
export function refuseStrangers(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    const problem = fileProblem(path);
    if (problem === undefined) continue;
    const kind = kindOf(path);
    const why = typeof kind === "object" && kind.why === "dangling" ? "dangling" : "strange";
    throw new BraidError("STORE_UNAVAILABLE", say("store.stranger.message", { file: path, problem }), {
      hint: say(`store.stranger.${why}`),
    });
  }
  if (isAnothers(file))
    throw new BraidError("STORE_UNAVAILABLE", say("store.stranger.another", { file }), {
      hint: say("store.stranger.another-hint"),
    });
}

/** Returns true where the file begins as every SQLite database does. */
export const isDatabase = (file: string): boolean => beginningOf(file, MAGIC.length) === MAGIC;

/** Returns true for a sound database without any table of Braid's. A damaged one may be ours, and an empty one is nobody's. */
function isAnothers(file: string): boolean {
  if (sizeOf(file) === 0) return false;
  const beginning = beginningOf(file, SCHEMA_BYTES);
  if (!beginning.startsWith(MAGIC) || beginning.includes(OURS)) return false;
  // SQLite makes these files even for a reading connection.
  const made = ["-wal", "-shm"].map((suffix) => file + suffix).filter((path) => !existsSync(path));
  try {
    const db = openDatabase(file, { readonly: true });
    try {
      const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema").pluck().all();
      return tables.length > 0 && !tables.includes(OURS);
    } finally {
      db.close();
      for (const path of made) rmSync(path, { force: true });
    }
  } catch {
    return false;
  }
}

function beginningOf(file: string, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  const handle = openSync(file, "r");
  try {
    return buffer.toString("latin1", 0, readSync(handle, buffer, 0, bytes, 0));
  } finally {
    closeSync(handle);
  }
}
