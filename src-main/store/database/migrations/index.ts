/**
 * The numbered migrations: the n-th takes a database from `user_version` n-1 to n. Migrations only add (DB-6), and a shipped one is never
 * edited. A migration of a statement or two stands in the list itself.
 */
import { transcript } from "./0001-transcript";
import { marks } from "./0002-marks";
import { drafts } from "./0003-drafts";
import { timeTravel } from "./0004-time-travel";
import { placeDrafts } from "./0007-place-drafts";
import { sessionTurns } from "./0011-session-turns";
import { permissions } from "./0012-permissions";
import { attachments } from "./0013-attachments";
import { sessionTasks } from "./0014-session-tasks";
import { fileChanges } from "./0015-file-changes";
import type { Migration } from "./migration";

export const migrations: readonly Migration[] = [
  transcript,
  marks,
  drafts,
  timeTravel,
  // 5: keeps the text in the editor of an earlier message (RW-1) beside the composer's draft (QU-2).
  { name: "edited-messages", statements: ["ALTER TABLE window_drafts ADD COLUMN rewind_json TEXT"] },
  // 6: keeps the text in the editor of a waiting message (QU-1) there too.
  { name: "edited-queue", statements: ["ALTER TABLE window_drafts ADD COLUMN queued_json TEXT"] },
  placeDrafts,
  // 8: finds the summaries of a session (CP-3).
  {
    name: "compaction",
    statements: [
      "CREATE INDEX chat_parts_compaction ON chat_parts (session_id, message_id) WHERE type = 'data-compaction'",
    ],
  },
  // 9: summaries that are written before they are due (CP-9).
  {
    name: "prepared-summaries",
    statements: [
      `CREATE TABLE prepared_summaries (
        session_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
        data_json TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) WITHOUT ROWID`,
    ],
  },
  // 10: which outputs the model reads in part, or not at all (PR-2).
  {
    name: "pruning",
    statements: [
      `CREATE TABLE chat_prune_marks (
        message_id TEXT NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
        "index" INTEGER NOT NULL,
        level TEXT NOT NULL,
        auto INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        undone_at INTEGER,
        PRIMARY KEY (message_id, "index")
      ) WITHOUT ROWID`,
    ],
  },
  sessionTurns,
  permissions,
  attachments,
  sessionTasks,
  fileChanges,
  // 16: what hooks say that answers have cost (TK-4). The answers have settled by then, and their rows do not change (DB-11).
  {
    name: "supplied-costs",
    statements: [
      `CREATE TABLE supplied_costs (
        message_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
        cost_usd REAL NOT NULL,
        source TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) WITHOUT ROWID`,
    ],
  },
  // 17: the names that users give to messages (SE-11) stand beside the messages, whose rows do not change (DB-11).
  {
    name: "labels-and-prompts",
    statements: [
      `CREATE TABLE message_labels (
        message_id TEXT NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (message_id, name)
      ) WITHOUT ROWID`,
      "CREATE INDEX message_labels_name ON message_labels (name, message_id)",
      // The texts that their user took out of the prompt history (SE-5b), each with the moment: a later message shows it again.
      "CREATE TABLE removed_prompts (sha256 TEXT PRIMARY KEY NOT NULL, removed_at INTEGER NOT NULL) WITHOUT ROWID",
    ],
  },
  // 18: the agent that is picked for a session which is still to be made (AG-8) is part of its draft.
  { name: "agents-of-drafts", statements: ["ALTER TABLE place_drafts ADD COLUMN agent TEXT"] },
  // 19: what has changed in the chats' tables, by session (DB-13). Empty, and without the triggers that fill it, unless its user wants it.
  {
    name: "event-log",
    statements: [
      `CREATE TABLE event_log (
        stream_id TEXT NOT NULL,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        op TEXT NOT NULL,
        table_name TEXT NOT NULL,
        row_json TEXT NOT NULL,
        PRIMARY KEY (stream_id, seq)
      ) WITHOUT ROWID`,
    ],
  },
  // 20: which sessions an import has brought (SE-6), and the entry that takes them back (RW-7): none until all of them are there.
  {
    name: "imports",
    statements: [
      `CREATE TABLE imports (
        id INTEGER PRIMARY KEY NOT NULL,
        entry_id INTEGER REFERENCES undo_entries (id) ON DELETE CASCADE,
        files_json TEXT NOT NULL
      )`,
      "CREATE INDEX imports_entry ON imports (entry_id)",
      `CREATE TABLE imported_sessions (
        session_id TEXT PRIMARY KEY NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
        import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
        deleted_at INTEGER,
        is_shown INTEGER NOT NULL DEFAULT 0
      ) WITHOUT ROWID`,
      "CREATE INDEX imported_sessions_import ON imported_sessions (import_id, session_id)",
      "CREATE INDEX imported_sessions_hidden ON imported_sessions (session_id) WHERE is_shown = 0",
    ],
  },
  // 21: finds the newest list of things to do of a session, however long ago it was written (RN-5).
  {
    name: "todos",
    statements: [
      "CREATE INDEX chat_parts_todos ON chat_parts (session_id, message_id, \"index\") WHERE type = 'tool-todo'",
    ],
  },
  // 22: the newest message at the moment at which an import was there: what is newer was written since, whatever the clock says (RW-7).
  { name: "import-ends", statements: ["ALTER TABLE imports ADD COLUMN through_id TEXT"] },
];
