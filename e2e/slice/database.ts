/** A second look at the app's database: read-only, on a connection of its own, so that it sees what is committed and nothing else. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { nativeBindingPath } from "../../build/native-path.mjs";
import type { Slice } from "./slice";

export function openBeside(
  data_dir: string,
  options: { readonly: boolean } = { readonly: true },
): Database.Database {
  const nativeBinding = nativeBindingPath();
  const file = join(data_dir, "braid.db");
  return new Database(file, { ...options, ...(nativeBinding === undefined ? {} : { nativeBinding }) });
}

/** The rows that a statement finds in the committed database. */
export function query<Row>(slice: Pick<Slice, "data_dir">, sql: string, ...values: unknown[]): Row[] {
  const database = openBeside(slice.data_dir);
  try {
    return database.prepare<unknown[], Row>(sql).all(...values);
  } finally {
    database.close();
  }
}

/** Changes the database behind the app's back, as a fault would. */
export function tamper(slice: Pick<Slice, "data_dir">, sql: string): void {
  const database = openBeside(slice.data_dir, { readonly: false });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Rows of text that is not folded into its part yet: none once everything has settled (DB-1). */
export const unfolded = (slice: Pick<Slice, "data_dir">): number =>
  query<{ count: number }>(slice, "SELECT count(*) AS count FROM chat_deltas")[0]?.count ?? -1;
