/** A migration as a later version may bring it: it adds, fills and indexes. */
import type { Migration } from "../database/migrations/migration";

export const EXTENSION: Migration = {
  name: "later",
  statements: [
    "ALTER TABLE chat_sessions ADD COLUMN colour TEXT",
    "UPDATE chat_sessions SET colour = 'red'",
    "CREATE TABLE later (id TEXT PRIMARY KEY NOT NULL, session_id TEXT NOT NULL) STRICT",
    "INSERT INTO later SELECT id, session_id FROM chat_messages",
    "CREATE INDEX later_session ON later (session_id)",
    "CREATE INDEX chat_sessions_colour ON chat_sessions (colour)",
  ],
};
