/**
 * The triggers that keep the event log (DB-13): whatever verb changes a row, and whatever connection, the event is in the same transaction.
 * They are there only while the log is kept, so that nothing is paid for a log that is not.
 */
import type { Database } from "better-sqlite3";
import { addEvent, type Column, columnsOf, LOGGED, type Logged, rowJson } from "./logged";
import { PREFIX } from "./mark";

export function createTriggers(db: Database): void {
  for (const one of LOGGED) for (const sql of triggersOf(one, columnsOf(db, one.table))) db.exec(sql);
}

export function dropTriggers(db: Database): void {
  const names = db
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '${PREFIX}*'`)
    .pluck()
    .all();
  for (const name of names) db.exec(`DROP TRIGGER "${name}"`);
}

function triggersOf({ table, key, stream, endsStream }: Logged, columns: readonly Column[]): string[] {
  const keys = columns.filter(({ name }) => key.includes(name));
  const put = addEvent(stream("new"), "put", table, rowJson("new", columns));
  const removed = addEvent(stream("old"), "delete", table, rowJson("old", keys));
  // DB-10: of what is removed for good the log keeps that it was there, and no word.
  const ended = `DELETE FROM event_log WHERE stream_id = ${stream("old")};
    ${addEvent(stream("old"), "gone", table, rowJson("old", keys))}`;
  const moved = keys.map(({ name }) => `old."${name}" IS NOT new."${name}"`).join(" OR ");
  const trigger = (when: string, row: string, body: string): string =>
    `CREATE TRIGGER ${PREFIX}${table}_${when.toLowerCase()} AFTER ${when} ON ${table}
     WHEN ${stream(row)} IS NOT NULL BEGIN ${body}; END`;
  return [
    trigger("INSERT", "new", put),
    trigger("UPDATE", "new", `${removed} WHERE ${moved}; ${put}`),
    trigger("DELETE", "old", endsStream === true ? ended : removed),
  ];
}
