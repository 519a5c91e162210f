/** Stands before each write of this process: to let it fail, or to keep what a crash at that moment would leave. */
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { vi } from "vitest";

let beforeWrite = (): void => {};

/** Called before each write from now on. Returns what lets them be again. */
export function onWrite(callback: () => void): () => void {
  beforeWrite = callback;
  return () => {
    beforeWrite = () => {};
  };
}

/** Once, before the database is opened; `vi.restoreAllMocks` ends it. */
export function watchWrites(): void {
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, "prepare").mockImplementation(function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql);
    if (!/^\s*(insert|update|delete)/i.test(sql)) return statement;
    for (const verb of ["run", "get", "all"] as const) {
      const real = statement[verb].bind(statement) as (...values: unknown[]) => unknown;
      const watched = (...values: unknown[]) => {
        beforeWrite();
        return real(...values);
      };
      Object.assign(statement, { [verb]: watched });
    }
    return statement;
  });
}

/** Copies what a crash at this moment would leave of the folder `from` into the new folder `to`. */
export function leaveBehind(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of ["braid.db", "braid.db-wal", "braid.db-witness", "settings.json"])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
}
