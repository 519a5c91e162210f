/** Brings a database up to this app's schema, one transaction for each migration: a kill leaves the old schema and its data (DB-6). */
import type { Database } from "better-sqlite3";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { migrations } from "./migrations";
import type { Migration } from "./migrations/migration";

/** The schema that this app writes. */
export const SCHEMA_VERSION = migrations.length;

/** DB-6: refuses a database of a newer app before anything of the file is touched. */
export function refuseNewer(version: number, file: string): void {
  if (version <= SCHEMA_VERSION) return;
  throw new BraidError(
    "STORE_TOO_NEW",
    say("database.newer.message", { file, version, known: SCHEMA_VERSION }),
    { hint: say("database.newer.hint") },
  );
}

/** Runs the missing migrations. Returns true if there were any. `steps` is all of them, in order; tests pass their own. */
export function migrate(db: Database, steps: readonly Migration[] = migrations): boolean {
  const from = userVersion(db);
  steps.slice(from).forEach((step, offset) => {
    const apply = db.transaction(() => {
      for (const statement of step.statements) db.exec(statement);
      db.pragma(`user_version = ${from + offset + 1}`);
    });
    apply.immediate();
  });
  return from < steps.length;
}

export function userVersion(db: Database): number {
  return Number(db.pragma("user_version", { simple: true }));
}
