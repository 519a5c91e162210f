/**
 * Migration 4: the places where timelines part (RW-3), the one undo stack (RW-7), asides (BR-4), sessions that are not whole (BR-2, DB-10),
 * and the trash (DB-10). The contract's own tables stay as they are.
 */
import type { Migration } from "./migration";

export const timeTravel: Migration = {
  name: "time-travel",
  statements: [
    // An op of cause `rewind` names a timeline that parted from the others after `after_id` (null: at the very beginning).
    `CREATE TABLE chat_timeline_forks (
      op_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_timeline_ops (id) ON DELETE CASCADE,
      after_id TEXT,
      turns INTEGER NOT NULL
    ) WITHOUT ROWID`,
    `CREATE TABLE undo_entries (
      id INTEGER PRIMARY KEY NOT NULL,
      session_id TEXT NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      op_id TEXT,
      created_at INTEGER NOT NULL,
      undone_at INTEGER
    )`,
    `CREATE INDEX undo_entries_session ON undo_entries (session_id)`,
    `CREATE TABLE session_asides (
      session_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      beside_id TEXT NOT NULL,
      closed_at INTEGER
    ) WITHOUT ROWID`,
    `CREATE INDEX session_asides_beside ON session_asides (beside_id, session_id)`,
    // A branch that is being copied, or a session that is being removed for good. No list shows it, and the next start removes it.
    `CREATE TABLE partial_sessions (
      session_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      since INTEGER NOT NULL
    ) WITHOUT ROWID`,
    `CREATE INDEX chat_sessions_trash ON chat_sessions (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL`,
  ],
};
