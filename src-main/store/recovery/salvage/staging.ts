/** Takes salvaged rows in, in any order, and makes whole sessions of them in the end, without rows that belong to nothing. */
import type { Database, Statement } from "better-sqlite3";
import type { SessionId } from "../../../../src-preload/contract/domain/ids";
import type { Connection } from "../../database/connection";
import { COUNT_ALL_TURNS } from "../../database/migrations/0011-session-turns";
import { createRollups } from "../../transcript/rollups";
import type { Found } from "../../upkeep/jobs/jobs";
import type { FoundRow, Mention } from "./recognise";

export interface Staging {
  take(row: FoundRow): void;
  /** Notes that a message or a part existed, whether its row was read or not. */
  note(mention: Mention): void;
  /** Puts all rows in order, and counts the missing ones. */
  settle(): Found;
}

/** Stands in the place of a part's index for the message itself. */
const ITSELF = -1;
/** Rows of one transaction. */
const BATCH = 5000;

/** `db` has only its schema, and no other user. */
export function stage(db: Database): Staging {
  const triggers = dropTriggers(db);
  db.pragma("foreign_keys = OFF");
  db.exec(
    "CREATE TABLE salvage_seen (message_id TEXT, part INTEGER, PRIMARY KEY (message_id, part)) WITHOUT ROWID",
  );
  const note = db.prepare<[string, number]>("INSERT OR IGNORE INTO salvage_seen VALUES (?, ?)");
  const insert = inserter(db);
  let open = 0;
  const inBatch = (work: () => void): void => {
    if (open === 0) db.exec("BEGIN");
    work();
    open += 1;
    if (open < BATCH) return;
    db.exec("COMMIT");
    open = 0;
  };
  return {
    take: (row) => inBatch(() => insert(row)),
    note: ({ message_id, part = ITSELF }) => inBatch(() => note.run(message_id, part)),
    settle: () => {
      if (open > 0) db.exec("COMMIT");
      const found = db.transaction(() => putInOrder(db))();
      for (const sql of triggers) db.exec(sql);
      db.pragma("foreign_keys = ON");
      return found;
    },
  };
}

function dropTriggers(db: Database): string[] {
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  return triggers.map(({ sql }) => sql);
}

/** Inserts rows. If two rows have one id, an old and a new version, the later one stays. */
function inserter(db: Database): (row: FoundRow) => void {
  const statements = new Map<string, Statement<unknown[]>>();
  const prepare = (table: string, count: number) => {
    const columns = db.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);
    const names = columns.slice(0, count);
    const list = names.map((name) => `"${name}"`).join(", ");
    const places = names.map(() => "?").join(", ");
    const changes = names.map((name) => `"${name}" = excluded."${name}"`).join(", ");
    const later = names.includes("updated_at") && names.includes("id");
    const conflict = later
      ? `ON CONFLICT (id) DO UPDATE SET ${changes} WHERE excluded.updated_at >= updated_at`
      : "ON CONFLICT DO NOTHING";
    return db.prepare<unknown[]>(`INSERT INTO ${table} (${list}) VALUES (${places}) ${conflict}`);
  };
  const widths = new Map<string, number>();
  const widthOf = (table: string): number => {
    const known =
      widths.get(table) ?? Number(db.prepare("SELECT count(*) FROM pragma_table_info(?)").pluck().get(table));
    widths.set(table, known);
    return known;
  };
  return ({ table, values }) => {
    // Drops the columns of a newer Braid.
    const fitting = values.slice(0, widthOf(table));
    const key = `${table}/${fitting.length}`;
    const statement = statements.get(key) ?? prepare(table, fitting.length);
    statements.set(key, statement);
    try {
      statement.run(...fitting);
    } catch (error) {
      // A row that breaks a rule of the schema is the remains of an old version.
      if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_CONSTRAINT")))
        throw error;
    }
  };
}

/** A user's text has no state, a model's text has one. */
const GUESSED_ROLE = `CASE WHEN p.type = 'text' AND json_extract(p.data_json, '$.state') IS NULL THEN 'user' ELSE 'assistant' END`;

const REPAIRS = [
  // Make a message for words that lost theirs, and a session for messages that lost theirs: the words count.
  `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
    SELECT p.message_id, p.session_id, ${GUESSED_ROLE},
      CASE ${GUESSED_ROLE} WHEN 'user' THEN '{}' ELSE '{"finish_reason":"interrupted"}' END, min(p.created_at), max(p.updated_at)
    FROM chat_parts p WHERE p.message_id NOT IN (SELECT id FROM chat_messages) GROUP BY p.message_id`,
  `INSERT INTO chat_sessions (id, agent, title, created_at, updated_at)
    SELECT session_id, 'chat', 'Recovered ' || date(min(created_at) / 1000, 'unixepoch'), min(created_at), max(updated_at)
    FROM chat_messages WHERE session_id NOT IN (SELECT id FROM chat_sessions) GROUP BY session_id`,
  // Deltas of a settled part repeat its text.
  `DELETE FROM chat_deltas WHERE part_id NOT IN (
    SELECT p.id FROM chat_parts p JOIN chat_messages m ON m.id = p.message_id
    WHERE m.role = 'assistant' AND json_extract(m.metadata_json, '$.finish_reason') IS NULL)`,
  `DELETE FROM chat_timeline_ops WHERE session_id NOT IN (SELECT id FROM chat_sessions)`,
  `DELETE FROM chat_timeline_forks WHERE op_id NOT IN (SELECT id FROM chat_timeline_ops)`,
  // A timeline without its place could not be restored. It parted after the last message before its first one.
  `INSERT INTO chat_timeline_forks (op_id, after_id, turns)
    SELECT o.id, (SELECT max(b.id) FROM chat_messages b WHERE b.session_id = o.session_id AND b.id < min(m.id)),
      max(1, sum(m.role = 'user'))
    FROM chat_timeline_ops o JOIN chat_message_hides h ON h.op_id = o.id JOIN chat_messages m ON m.id = h.message_id
    WHERE o.cause = 'rewind' AND o.id NOT IN (SELECT op_id FROM chat_timeline_forks) GROUP BY o.id`,
  `DELETE FROM chat_message_hides WHERE message_id NOT IN (SELECT id FROM chat_messages)
    OR op_id NOT IN (SELECT id FROM chat_timeline_ops)`,
  ...["chat_prune_marks", "supplied_costs", "message_labels"].map(
    (table) => `DELETE FROM ${table} WHERE message_id NOT IN (SELECT id FROM chat_messages)`,
  ),
  // A message that lost the row that hides it (DB-3) is shown.
  `UPDATE chat_messages SET hidden_at = NULL
    WHERE hidden_at IS NOT NULL AND id NOT IN (SELECT message_id FROM chat_message_hides)`,
  ...["session_marks", "agent_calls", "chat_queue", "undo_entries", "session_asides", "session_tasks"].map(
    (table) => `DELETE FROM ${table} WHERE session_id NOT IN (SELECT id FROM chat_sessions)`,
  ),
  // Without its entry an import cannot be taken back. Sessions that were not shown yet stay in the trash then.
  `DELETE FROM imports WHERE entry_id IS NULL OR entry_id NOT IN (SELECT id FROM undo_entries)`,
  `DELETE FROM imported_sessions WHERE session_id NOT IN (SELECT id FROM chat_sessions)
    OR import_id NOT IN (SELECT id FROM imports)`,
];

const LOST = `SELECT count(DISTINCT message_id) FROM salvage_seen WHERE message_id NOT IN (SELECT id FROM chat_messages)`;
/** Messages with a missing part: an index names it, or the parts have a gap. */
const CUT = `SELECT s.message_id FROM salvage_seen s JOIN chat_messages m ON m.id = s.message_id
    WHERE s.part <> ${ITSELF} AND NOT EXISTS (SELECT 1 FROM chat_parts p WHERE p.message_id = s.message_id AND p."index" = s.part)
  UNION SELECT message_id FROM chat_parts GROUP BY message_id HAVING max("index") + 1 <> count(*)`;

function putInOrder(db: Database): Found {
  const one = (sql: string): number => Number(db.prepare(sql).pluck().get());
  const titled = new Set(db.prepare<[], SessionId>("SELECT id FROM chat_sessions").pluck().all());
  for (const repair of REPAIRS) db.exec(repair);
  const lost_messages = one(LOST);
  const cut = db.prepare<[], string>(CUT).pluck().all();
  closeGaps(db, cut);
  db.exec("DROP TABLE salvage_seen");
  db.exec("DELETE FROM session_turns");
  db.exec(COUNT_ALL_TURNS);
  const rollups = createRollups({ raw: db } as Connection);
  const sessions = db
    .prepare<[], { id: SessionId; updated_at: number }>("SELECT id, updated_at FROM chat_sessions")
    .all();
  for (const { id, updated_at } of sessions) if (!titled.has(id)) rollups.recompute(id, updated_at);
  const messages = one("SELECT count(*) FROM chat_messages");
  return { sessions: sessions.length, messages, lost_messages, cut_messages: cut.length };
}

/** Renumbers parts over a gap. The message's marks would name other parts then. */
function closeGaps(db: Database, messages: readonly string[]): void {
  const partsOf = db
    .prepare<[string], string>(`SELECT id FROM chat_parts WHERE message_id = ? ORDER BY "index"`)
    .pluck();
  const place = db.prepare<[number, string]>(`UPDATE chat_parts SET "index" = ? WHERE id = ?`);
  const unmark = db.prepare<[string]>("DELETE FROM chat_prune_marks WHERE message_id = ?");
  for (const message of messages) {
    unmark.run(message);
    for (const [index, id] of partsOf.all(message).entries()) place.run(index, id);
  }
}
