/** Migration 15: what files were before turns changed them (RW-5). */
import type { Migration } from "./migration";

export const fileChanges: Migration = {
  name: "file-changes",
  statements: [
    `CREATE TABLE file_changes (
      id INTEGER PRIMARY KEY NOT NULL,
      session_id TEXT NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
      message_id TEXT NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
      path TEXT NOT NULL,
      before_sha256 TEXT,
      after_sha256 TEXT,
      prior_sha256 TEXT,
      mode INTEGER,
      restore_id TEXT,
      created_at INTEGER NOT NULL
    )`,
    "CREATE INDEX file_changes_session ON file_changes (session_id, message_id)",
    "CREATE INDEX file_changes_message ON file_changes (message_id, path)",
    "CREATE INDEX file_changes_restore ON file_changes (session_id, restore_id) WHERE restore_id IS NOT NULL",
    "CREATE INDEX file_changes_blob ON file_changes (before_sha256) WHERE before_sha256 IS NOT NULL",
  ],
};
