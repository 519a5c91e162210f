/**
 * An empty database of this app's schema, made once in a process and then copied: all the migrations took most of the start of a test that
 * is not about them. `migrate.test.ts` and `recovery/open.test.ts` begin without a file.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { configure, openDatabase } from "../database/connection";
import { migrate } from "../database/migrate";

let made: Buffer | undefined;

/** Puts one at `file`, in a folder that is as private as the app makes it (DB-14). */
export function placeEmptyDatabase(file: string): void {
  made ??= make();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, made, { mode: 0o600, flag: "wx" });
}

function make(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "braid-empty-"));
  try {
    const file = join(folder, "braid.db");
    const db = openDatabase(file);
    configure(db);
    migrate(db);
    // The last connection moves the log into the file as it closes.
    db.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
