/** Stands before each write of this process: to let it fail, or to keep what a crash at that moment would leave. */
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
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

const LEFT = ["braid.db", "braid.db-wal", "braid.db-witness", "settings.json"];

/** Copies what a crash at this moment would leave of the folder `from` into the new folder `to`. */
export function leaveBehind(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of LEFT) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
}

/**
 * Keeps copies of a folder as crashes would leave it, each below `root`. The writes of one transaction leave the same bytes until it is
 * over: those are one crash, whose `notes` are those of its last moment.
 */
export class Crashes<Notes> {
  readonly #kept = new Map<string, { data_dir: string; notes: Notes }>();
  /** The moments at which a crash was taken. */
  moments = 0;

  constructor(readonly root: string) {}

  take(from: string, notes: Notes): void {
    this.moments += 1;
    const hash = createHash("sha1");
    for (const name of LEFT) {
      const bytes = existsSync(join(from, name)) ? readFileSync(join(from, name)) : undefined;
      hash.update(`${name} ${bytes?.length};`).update(bytes ?? "");
    }
    const key = hash.digest("hex");
    const data_dir = this.#kept.get(key)?.data_dir ?? join(this.root, key);
    if (!this.#kept.has(key)) leaveBehind(from, data_dir);
    this.#kept.set(key, { data_dir, notes });
  }

  get all(): { data_dir: string; notes: Notes }[] {
    return [...this.#kept.values()];
  }
}
