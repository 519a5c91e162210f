/** Migration 14: the sessions of helpers (AG-2), each with the session and the call that it works for. */
import type { Migration } from "./migration";

export const sessionTasks: Migration = {
  name: "session-tasks",
  statements: [
    // `parent_id` has no key of its own: a child that outlives a removal that a crash cut is removed by the next one.
    `CREATE TABLE session_tasks (
      session_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      parent_id TEXT NOT NULL,
      tool_call_id TEXT NOT NULL
    ) WITHOUT ROWID`,
    // Removal goes from a session to its children.
    "CREATE INDEX session_tasks_parent ON session_tasks (parent_id, session_id)",
  ],
};
