/** The form between a file and the database. A reader of another format makes these, and nothing else has to know it. */
import type { Beside, Row, SessionRows, Whole } from "../session-rows";
import type { KeptFile } from "./foreign/files";

export type Item =
  /** Comes first of the rows. `origin`: the id by which the same session is known when it comes again. */
  | { is: "session"; row: Row; origin: string; line: number }
  /** A file that a message names. Comes before all others. */
  | { is: "file"; file: KeptFile; line: number }
  /** A row of a table of the session. */
  | { is: "row"; table: string; row: Row; line: number }
  | ({ is: "op"; line: number } & Whole)
  /** In the order of their ids, behind all ops. */
  | ({ is: "message"; line: number } & Whole);

/** An item that becomes rows. */
export type RowItem = Exclude<Item, { is: "file" }>;

export type Items = AsyncIterable<Item>;

/** The items of a session that is read from a database: they have no lines. @param origin see `Item` */
export function* itemsOfSession(session: SessionRows, origin: string): Iterable<RowItem> {
  const line = 0;
  const { row, own, ops, messages, named } = session;
  function* rowsOf(tables: Beside): Iterable<RowItem> {
    for (const [table, rows] of Object.entries(tables))
      for (const one of rows) yield { is: "row", table, row: one, line };
  }
  yield { is: "session", row, origin, line };
  yield* rowsOf(own);
  for (const op of ops) yield { is: "op", ...op, line };
  for (const message of messages) yield { is: "message", ...message, line };
  yield* rowsOf(named());
}
