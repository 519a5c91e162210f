/** Migration 2: the marks of sessions (pinned, unread), and the costs of calls beside the turns (TK-1). */
import type { Migration } from "./migration";

export const marks: Migration = {
  name: "marks",
  statements: [
    // Apart from `chat_sessions`: a mark is no activity, and would write the wide indexes of the list anew.
    `CREATE TABLE session_marks (
      session_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      pinned_at INTEGER,
      unread_since INTEGER
    ) WITHOUT ROWID`,
    // A handful of rows, however many sessions there are.
    `CREATE INDEX session_marks_pinned ON session_marks (pinned_at) WHERE pinned_at IS NOT NULL`,
    `CREATE TABLE agent_calls (
      id INTEGER PRIMARY KEY NOT NULL,
      session_id TEXT NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      agent TEXT NOT NULL,
      model_json TEXT NOT NULL,
      usage_json TEXT NOT NULL,
      estimated INTEGER NOT NULL DEFAULT 0,
      cost_usd REAL,
      created_at INTEGER NOT NULL
    )`,
    `CREATE INDEX agent_calls_session ON agent_calls (session_id, id)`,
  ],
};
