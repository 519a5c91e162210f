/** Checks the bytes of a database: a sample at every start, all of them once a day or for a reason (SV-8). */
import Database from "better-sqlite3";

/** Read the newest end of every tree that a start and the first window read. Their cost does not grow with the database. */
const SAMPLES = [
  "SELECT id, title, updated_at FROM chat_sessions WHERE archived_at IS NULL AND deleted_at IS NULL ORDER BY updated_at DESC LIMIT 50",
  "SELECT * FROM chat_sessions ORDER BY id DESC LIMIT 20",
  "SELECT * FROM chat_messages ORDER BY id DESC LIMIT 20",
  "SELECT id, message_id, type FROM chat_parts ORDER BY id DESC LIMIT 20",
  "SELECT part_id, seq FROM chat_deltas LIMIT 20",
  "SELECT id FROM chat_messages WHERE role = 'assistant' AND json_extract(metadata_json, '$.finish_reason') IS NULL LIMIT 20",
  "SELECT key FROM app_state LIMIT 20",
  "SELECT id FROM chat_timeline_ops ORDER BY id DESC LIMIT 1",
  "SELECT id FROM chat_queue ORDER BY id DESC LIMIT 1",
  "SELECT * FROM place_drafts ORDER BY session_id, place, target, writer LIMIT 20",
  "SELECT stream_id FROM event_log LIMIT 1",
  ...[
    "session_marks",
    "session_asides",
    "session_tasks",
    "session_turns",
    "place_drafts",
    "partial_sessions",
  ].map((table) => `SELECT * FROM ${table} LIMIT 20`),
];

/** @throws SqliteError */
export function sample(db: Database.Database): void {
  for (const statement of SAMPLES) db.prepare(statement).all();
}

/**
 * Reads the whole database. `quick_check` takes a fraction of the time, but does not compare indexes with their tables.
 * @throws SqliteError `SQLITE_CORRUPT`
 */
export function assertSound(db: Database.Database, check: "integrity_check" | "quick_check"): void {
  const lines = db.prepare(`PRAGMA ${check}(10)`).pluck().all().map(String);
  const findings = lines.filter((line) => line !== "ok");
  if (findings.length > 0)
    throw new Database.SqliteError(`damaged: ${findings.join("; ")}`, "SQLITE_CORRUPT");
}
