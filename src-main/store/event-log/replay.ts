/** Replays an event log (DB-13): rebuilds the tables that it tells of in an empty database of the same schema. */
import type { Database } from "better-sqlite3";
import { columnsOf, LOGGED, valueFrom } from "./logged";

interface Event {
  op: "put" | "delete" | "gone";
  table_name: string;
  row_json: string;
}

/** Streams share no row, so one follows the other. @throws SqliteError; nothing was rebuilt then */
export function replay(from: Database, to: Database): void {
  const deeds = deedsOn(to);
  const events = from.prepare<[], Event>(
    "SELECT op, table_name, row_json FROM event_log ORDER BY stream_id, seq",
  );
  const triggers = to
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  to.transaction(() => {
    // A row may come before the one that it points to.
    to.pragma("defer_foreign_keys = ON");
    // The triggers stay out: the changes that they made are events already.
    for (const { name } of triggers) to.exec(`DROP TRIGGER "${name}"`);
    for (const { op, table_name, row_json } of events.iterate())
      if (op !== "gone") deeds.get(table_name)?.[op](row_json);
    for (const { sql } of triggers) to.exec(sql);
  })();
}

function deedsOn(db: Database) {
  const deeds = LOGGED.map(({ table, key }) => {
    const columns = columnsOf(db, table);
    const names = columns.map(({ name }) => `"${name}"`);
    const keys = columns.filter(({ name }) => key.includes(name));
    const others = names.filter((name) => !key.includes(name.slice(1, -1)));
    const found =
      others.length === 0
        ? "NOTHING"
        : `UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(", ")}`;
    const put = db.prepare<[string]>(
      `INSERT INTO ${table} (${names.join(", ")}) SELECT ${columns.map((column) => valueFrom("event.row", column)).join(", ")}
       FROM (SELECT ? AS row) AS event WHERE true ON CONFLICT (${keys.map(({ name }) => `"${name}"`).join(", ")}) DO ${found}`,
    );
    const remove = db.prepare<[string]>(
      `DELETE FROM ${table} WHERE ${keys.map((column) => `"${column.name}" = (${valueFrom("@row", column)})`).join(" AND ")}`,
    );
    return [
      table,
      { put: (row: string) => void put.run(row), delete: (row: string) => void remove.run({ row } as never) },
    ] as const;
  });
  return new Map<string, { put(row: string): void; delete(row: string): void }>(deeds);
}
