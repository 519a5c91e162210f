/**
 * Begins and ends the event log (DB-13), in a thread of its own and in short transactions. The log begins with an event for each row that
 * is there. A log that a kill has cut in its beginning is begun anew: `store.event_log` says that it is whole.
 */
import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Database } from "better-sqlite3";
import { configure, openDatabase } from "../database/connection";
import { freeIn, sizeOf } from "../database/folder";
import { shortenLog } from "../database/long-log";
import { SCHEMA_VERSION } from "../database/migrate";
import { addEvent, columnsOf, LOGGED, type Logged, rowJson } from "./logged";
import { EVENT_LOG } from "./mark";
import { createTriggers, dropTriggers } from "./triggers";

export interface EventLogJob {
  file: string;
  wanted: boolean;
}

/** Events that one transaction removes, and rows that one transaction adds. */
const REMOVED_AT_ONCE = 500;
const ADDED_AT_ONCE = 50;

type Step = (work: () => void) => Promise<void>;

/** @throws Cancelled; SqliteError */
export async function keepEvents(
  { file, wanted }: EventLogJob,
  isCancelled: () => boolean,
): Promise<undefined> {
  const db = openDatabase(file, { must_exist: true });
  configure(db);
  const step: Step = async (work) => {
    db.transaction(work).immediate();
    shortenLog(db);
    // The app's own writes come in between.
    await setImmediate();
  };
  try {
    await step(() => {
      dropTriggers(db);
      db.prepare("DELETE FROM app_state WHERE key = ?").run(EVENT_LOG);
    });
    await clear(db, step, isCancelled);
    if (!wanted || isCancelled()) return;
    assertSpace(file);
    // From here on each change is an event. A row that changes before it is noted below is noted twice, the newer state last.
    await step(() => createTriggers(db));
    for (const one of LOGGED) await noteRows(db, one, step, isCancelled);
    if (isCancelled()) return;
    await step(() => {
      db.prepare("INSERT INTO app_state (key, value_json) VALUES (?, ?)").run(
        EVENT_LOG,
        String(SCHEMA_VERSION),
      );
    });
  } finally {
    db.close();
  }
}

/** The events of the beginning hold each row of the library once. @throws with the code of a full disk */
function assertSpace(file: string): void {
  const free = freeIn(dirname(file));
  if (free !== undefined && free < sizeOf(file))
    throw Object.assign(new Error("no space for an event log"), { code: "SQLITE_FULL" });
}

async function clear(db: Database, step: Step, isCancelled: () => boolean): Promise<void> {
  const some = db.prepare(
    `DELETE FROM event_log WHERE (stream_id, seq) IN (SELECT stream_id, seq FROM event_log LIMIT ${REMOVED_AT_ONCE})`,
  );
  for (let removed = 1; removed > 0 && !isCancelled(); )
    await step(() => {
      removed = some.run().changes;
    });
}

async function noteRows(
  db: Database,
  { table, key, stream }: Logged,
  step: Step,
  isCancelled: () => boolean,
) {
  const names = key.map((name) => `"${name}"`).join(", ");
  const holes = key.map(() => "?").join(", ");
  const page = (where: string) =>
    db.prepare<unknown[], Record<string, unknown>>(
      `SELECT ${names} FROM ${table} ${where} ORDER BY ${names} LIMIT ${ADDED_AT_ONCE}`,
    );
  const [first, next] = [page(""), page(`WHERE (${names}) > (${holes})`)];
  const add = db.prepare(
    `${addEvent(stream("row"), "put", table, rowJson("row", columnsOf(db, table)))} FROM ${table} AS row
     WHERE ${key.map((name) => `row."${name}" = ?`).join(" AND ")}`,
  );
  for (let last: unknown[] | undefined, more = true; more && !isCancelled(); )
    await step(() => {
      const rows = last === undefined ? first.all() : next.all(...last);
      for (const row of rows) {
        last = key.map((name) => row[name]);
        add.run(...last);
      }
      more = rows.length === ADDED_AT_ONCE;
    });
}
