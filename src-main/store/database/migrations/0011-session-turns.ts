/** Migration 11: how many turns a session has, counted as they come and go, so that no list counts messages. */
import type { Migration } from "./migration";

/** A question of the timeline that is shown. A summary may stand for it; one that a rewind or a retry hides does not count. */
export const IS_TURN = `m.role = 'user' AND (m.hidden_at IS NULL OR NOT EXISTS (
    SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
    WHERE h.message_id = m.id AND o.undone_at IS NULL AND o.cause <> 'compaction'))`;

/** Counts the turns of all sessions. */
export const COUNT_ALL_TURNS = `INSERT OR REPLACE INTO session_turns (session_id, turns)
  SELECT m.session_id, count(*) FROM chat_messages m WHERE ${IS_TURN} GROUP BY m.session_id`;

export const sessionTurns: Migration = {
  name: "session-turns",
  statements: [
    `CREATE TABLE session_turns (
      session_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      turns INTEGER NOT NULL
    ) WITHOUT ROWID`,
    COUNT_ALL_TURNS,
  ],
};
