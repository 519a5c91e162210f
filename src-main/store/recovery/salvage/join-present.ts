/**
 * Adds the sessions of the database in use to a rebuilt one. If both have a session, that of the database in use stays where something was
 * said in it since, because this file is all that has it: what the rebuilt version alone knows is still in the file that was set aside.
 * Otherwise the version with more messages stays; among equals, that of the database in use.
 */
import type { Database } from "better-sqlite3";
import { SYNCED_COMMITS } from "../../database/connection";
import { EVENT_LOG } from "../../event-log/mark";
import { RECOVERY } from "../rebuilt-file";

/** Facts that a rebuilt file finds out anew. */
const OWN_FACTS = ["store.checked_at", RECOVERY, EVENT_LOG];

/** Tables whose rows name their session through another row: the column, and the table of that row. */
const OWNED: Record<string, readonly [column: string, owner: string]> = {
  chat_deltas: ["part_id", "chat_parts"],
  chat_timeline_forks: ["op_id", "chat_timeline_ops"],
  chat_message_hides: ["message_id", "chat_messages"],
  chat_prune_marks: ["message_id", "chat_messages"],
  supplied_costs: ["message_id", "chat_messages"],
  message_labels: ["message_id", "chat_messages"],
};

const UNDO = ["undo_entries", "imports", "imported_sessions"];

/** Joins all or nothing, and only reads the database in use. */
export function joinPresent(db: Database, present: string): void {
  db.prepare("ATTACH ? AS present").run(present);
  try {
    db.transaction(() => joinAll(db))();
  } finally {
    db.exec("DETACH present");
  }
}

function joinAll(db: Database): void {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM present.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .pluck()
    .all();
  // Leaves out a key that is only a number: the same number means another row in the other database.
  const columnsOf = (table: string): string[] =>
    db
      .prepare<[string], string>(
        "SELECT name FROM pragma_table_info(?, 'present') WHERE NOT (pk = 1 AND type = 'INTEGER')",
      )
      .pluck()
      .all(table);
  const listOf = (table: string): string =>
    columnsOf(table)
      .map((name) => `"${name}"`)
      .join(", ");
  const copy = (table: string, how: "REPLACE" | "ABORT", where: string): void => {
    const names = listOf(table);
    db.exec(
      `INSERT OR ${how} INTO main.${table} (${names}) SELECT ${names} FROM present.${table} AS row WHERE ${where}`,
    );
  };
  /** Adds the missing rows. */
  const add = (table: string): void => {
    const names = listOf(table);
    db.exec(
      `INSERT OR IGNORE INTO main.${table} (${names}) SELECT ${names} FROM present.${table} EXCEPT SELECT ${names} FROM main.${table}`,
    );
  };
  chooseSessions(db);
  for (const table of tables) {
    const owner = OWNED[table];
    // Each database has a log of its own.
    if (table === "event_log" || UNDO.includes(table)) continue;
    if (table === "app_state")
      copy(table, "REPLACE", `row.key NOT IN (${OWN_FACTS.map((key) => `'${key}'`)})`);
    else if (["drafts", "window_drafts", "place_drafts"].includes(table)) copy(table, "REPLACE", "true");
    else if (table === "chat_sessions") copy(table, "ABORT", "row.id IN (SELECT id FROM temp.joined)");
    else if (owner !== undefined) copy(table, "ABORT", ofJoined(owner));
    else if (columnsOf(table).includes("session_id"))
      copy(table, "ABORT", "row.session_id IN (SELECT id FROM temp.joined)");
    else add(table);
  }
  joinUndo(db, listOf("undo_entries"));
  db.exec("DROP TABLE temp.joined");
  keepCount(db);
}

/**
 * Adds the undo history. An import names its entry by number, so both move by as much. Its own number is a random one: the same in both
 * databases is the same import.
 */
function joinUndo(db: Database, names: string): void {
  const before = Number(db.prepare("SELECT coalesce(max(id), 0) FROM main.undo_entries").pluck().get());
  db.exec(`INSERT INTO main.undo_entries (id, ${names}) SELECT id + ${before}, ${names} FROM present.undo_entries
    WHERE session_id IN (SELECT id FROM temp.joined)`);
  db.exec(`INSERT OR IGNORE INTO main.imports (id, entry_id, files_json, through_id)
    SELECT id, entry_id + ${before}, files_json, through_id FROM present.imports
    WHERE entry_id IS NULL OR entry_id + ${before} IN (SELECT id FROM main.undo_entries)`);
  db.exec(`INSERT OR IGNORE INTO main.imported_sessions SELECT * FROM present.imported_sessions
    WHERE session_id IN (SELECT id FROM main.chat_sessions) AND import_id IN (SELECT id FROM main.imports)`);
}

const ofJoined = ([column, owner]: readonly [string, string]): string =>
  `row.${column} IN (SELECT id FROM present.${owner} WHERE session_id IN (SELECT id FROM temp.joined))`;

/** Chooses the sessions of the database in use that stay, and deletes their rebuilt versions. */
function chooseSessions(db: Database): void {
  const messages = (schema: string) =>
    `(SELECT count(*) FROM ${schema}.chat_messages m WHERE m.session_id = s.id)`;
  // Ids follow time. A message in the middle that only the database in use has was lost in the damaged file, and is no newer word.
  const newest = (schema: string) =>
    `(SELECT coalesce(max(id), '') FROM ${schema}.chat_messages m WHERE m.session_id = s.id)`;
  db.exec(`CREATE TABLE temp.joined AS SELECT s.id FROM present.chat_sessions s
    WHERE ${newest("present")} > ${newest("main")} OR ${messages("present")} >= ${messages("main")}`);
  db.exec("DELETE FROM main.chat_sessions WHERE id IN (SELECT id FROM temp.joined)");
}

/** Keeps the larger count of synced commits: `commit-ledger.ts` would take a smaller one for a loss. */
function keepCount(db: Database): void {
  const of = (schema: string): number =>
    Number(
      db.prepare(`SELECT value_json FROM ${schema}.app_state WHERE key = ?`).pluck().get(SYNCED_COMMITS) ?? 0,
    );
  db.prepare("INSERT OR REPLACE INTO main.app_state (key, value_json) VALUES (?, ?)").run(
    SYNCED_COMMITS,
    String(Math.max(of("main"), of("present"))),
  );
}
