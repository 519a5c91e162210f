/** Migration 1: the tables of the contract (DB-1…4), their indexes, the view that reads through the deltas, and DB-11's guards. */
import type { Migration } from "./migration";

const sessions = [
  `CREATE TABLE chat_sessions (
    id TEXT PRIMARY KEY NOT NULL,
    agent TEXT NOT NULL,
    title TEXT NOT NULL,
    workspace_root TEXT,
    model_json TEXT,
    parent_id TEXT,
    parent_message_id TEXT,
    permissions_json TEXT NOT NULL DEFAULT '[]',
    metadata_json TEXT NOT NULL DEFAULT '{}',
    prompt_tokens INTEGER NOT NULL DEFAULT 0,
    completion_tokens INTEGER NOT NULL DEFAULT 0,
    reasoning_tokens INTEGER NOT NULL DEFAULT 0,
    cache_read INTEGER NOT NULL DEFAULT 0,
    cache_write INTEGER NOT NULL DEFAULT 0,
    total_tokens INTEGER NOT NULL DEFAULT 0,
    context_tokens INTEGER,
    context_estimated INTEGER NOT NULL DEFAULT 0,
    cost_usd REAL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    archived_at INTEGER,
    deleted_at INTEGER
  )`,
  // Each list holds every column that a summary shows or its filter names: a page comes from an index alone (SE-1).
  `CREATE INDEX chat_sessions_recent ON chat_sessions
    (updated_at DESC, id DESC, title, agent, model_json, workspace_root, parent_id, created_at, archived_at, deleted_at)
    WHERE archived_at IS NULL AND deleted_at IS NULL`,
  `CREATE INDEX chat_sessions_archived ON chat_sessions
    (updated_at DESC, id DESC, title, agent, model_json, workspace_root, parent_id, created_at, archived_at, deleted_at)
    WHERE archived_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX chat_sessions_workspace ON chat_sessions
    (workspace_root, updated_at DESC, id DESC, title, agent, model_json, parent_id, created_at, archived_at, deleted_at)
    WHERE workspace_root IS NOT NULL AND archived_at IS NULL AND deleted_at IS NULL`,
  `CREATE INDEX chat_sessions_workspace_archived ON chat_sessions
    (workspace_root, updated_at DESC, id DESC, title, agent, model_json, parent_id, created_at, archived_at, deleted_at)
    WHERE workspace_root IS NOT NULL AND archived_at IS NOT NULL AND deleted_at IS NULL`,
  `CREATE INDEX chat_sessions_parent ON chat_sessions (parent_id, id) WHERE parent_id IS NOT NULL`,
];

const messages = [
  `CREATE TABLE chat_messages (
    id TEXT PRIMARY KEY NOT NULL,
    session_id TEXT NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    metadata_json TEXT NOT NULL,
    hidden_at INTEGER,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  )`,
  `CREATE INDEX chat_messages_session ON chat_messages (session_id, id)`,
  `CREATE INDEX chat_messages_visible ON chat_messages (session_id, id) WHERE hidden_at IS NULL`,
  // A message without a finish reason has not ended. There is a handful of these at most, however long the transcript.
  `CREATE INDEX chat_messages_unsettled ON chat_messages (session_id, id)
    WHERE role = 'assistant' AND json_extract(metadata_json, '$.finish_reason') IS NULL`,
];

const parts = [
  `CREATE TABLE chat_parts (
    id TEXT PRIMARY KEY NOT NULL,
    message_id TEXT NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    type TEXT NOT NULL,
    data_json TEXT NOT NULL,
    tool_call_id TEXT,
    tool_state TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  )`,
  `CREATE UNIQUE INDEX chat_parts_message ON chat_parts (message_id, "index")`,
  `CREATE INDEX chat_parts_session ON chat_parts (session_id)`,
  `CREATE INDEX chat_parts_tool_call ON chat_parts (tool_call_id) WHERE tool_call_id IS NOT NULL`,
  `CREATE TABLE chat_deltas (
    part_id TEXT NOT NULL REFERENCES chat_parts (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    delta_json TEXT NOT NULL,
    PRIMARY KEY (part_id, seq)
  ) WITHOUT ROWID`,
];

/** The field that a part's deltas grow: a tool's input arrives as text too. */
const field = `CASE WHEN p.type IN ('text', 'reasoning') THEN '$.text' ELSE '$.rawInput' END`;
/**
 * The row's own text in that field, as the inside of a JSON string. For two paths SQLite answers with an array in which strings stand as
 * they were written, escaped halves of surrogate pairs included. A plain extract would lose those.
 */
const both = `json_extract(p.data_json, ${field}, '$."no such"')`;
const saved = `CASE json_type(p.data_json, ${field}) WHEN 'text' THEN substr(${both}, 3, length(${both}) - 9) ELSE '' END`;

/** Uses only functions of old SQLite versions: another program with one of them would otherwise refuse the whole database. */
const view = `CREATE VIEW chat_parts_view AS
  SELECT p.id, p.message_id, p.session_id, p."index", p.type,
    CASE WHEN EXISTS (SELECT 1 FROM chat_deltas d WHERE d.part_id = p.id)
      THEN json_set(p.data_json, ${field}, json('"' || ${saved} || (
        SELECT group_concat(substr(delta_json, 2, length(delta_json) - 2), '')
        FROM (SELECT delta_json FROM chat_deltas WHERE part_id = p.id ORDER BY seq)) || '"'))
      ELSE p.data_json END AS data_json,
    p.tool_call_id, p.tool_state, p.created_at, p.updated_at
  FROM chat_parts p`;

const timeline = [
  `CREATE TABLE chat_timeline_ops (
    id TEXT PRIMARY KEY NOT NULL,
    session_id TEXT NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
    cause TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    undone_at INTEGER
  )`,
  `CREATE INDEX chat_timeline_ops_session ON chat_timeline_ops (session_id, id)`,
  `CREATE TABLE chat_message_hides (
    message_id TEXT NOT NULL REFERENCES chat_messages (id) ON DELETE CASCADE,
    op_id TEXT NOT NULL REFERENCES chat_timeline_ops (id) ON DELETE CASCADE,
    PRIMARY KEY (message_id, op_id)
  ) WITHOUT ROWID`,
  `CREATE INDEX chat_message_hides_op ON chat_message_hides (op_id)`,
];

/** DB-11. The trigger in the path of a growing part costs about 2 µs of a commit's 17 (measured), in a session of any length. */
const isSettled = (role: string, metadata: string) =>
  `${role} <> 'assistant' OR json_extract(${metadata}, '$.finish_reason') IS NOT NULL`;

const appendOnly = [
  `CREATE TRIGGER chat_messages_append_only
    BEFORE UPDATE OF id, session_id, role, metadata_json, created_at ON chat_messages
    WHEN ${isSettled("old.role", "old.metadata_json")}
    BEGIN SELECT raise(ABORT, 'a settled message is never changed'); END`,
  `CREATE TRIGGER chat_parts_append_only
    BEFORE UPDATE OF id, message_id, session_id, "index", type, data_json, tool_call_id, tool_state, created_at ON chat_parts
    WHEN (SELECT ${isSettled("role", "metadata_json")} FROM chat_messages WHERE id = old.message_id)
    BEGIN SELECT raise(ABORT, 'a part of a settled message is never changed'); END`,
  `CREATE TRIGGER chat_deltas_append_only
    BEFORE INSERT ON chat_deltas
    WHEN (SELECT ${isSettled("m.role", "m.metadata_json")}
      FROM chat_parts p JOIN chat_messages m ON m.id = p.message_id WHERE p.id = new.part_id)
    BEGIN SELECT raise(ABORT, 'a part of a settled message never grows'); END`,
];

const besides = [
  `CREATE TABLE blobs (
    sha256 TEXT PRIMARY KEY NOT NULL,
    media_type TEXT,
    size INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    created_at INTEGER NOT NULL
  )`,
  `CREATE TABLE system_prompts (
    digest TEXT PRIMARY KEY NOT NULL, sections_json TEXT NOT NULL, created_at INTEGER NOT NULL
  )`,
  `CREATE TABLE system_prompt_sections (digest TEXT PRIMARY KEY NOT NULL, text_json TEXT NOT NULL)`,
  `CREATE TABLE chat_queue (
    id TEXT PRIMARY KEY NOT NULL,
    session_id TEXT NOT NULL REFERENCES chat_sessions (id) ON DELETE CASCADE,
    data_json TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  )`,
  `CREATE INDEX chat_queue_session ON chat_queue (session_id, id)`,
  `CREATE TABLE drafts (session_id TEXT PRIMARY KEY NOT NULL, text_json TEXT NOT NULL, updated_at INTEGER NOT NULL)`,
  `CREATE TABLE permission_rules (
    id INTEGER PRIMARY KEY NOT NULL,
    workspace_root TEXT,
    permission TEXT NOT NULL,
    pattern TEXT NOT NULL,
    action TEXT NOT NULL,
    source TEXT NOT NULL,
    added_at INTEGER NOT NULL
  )`,
  `CREATE INDEX permission_rules_workspace ON permission_rules (workspace_root)`,
  `CREATE TABLE app_state (key TEXT PRIMARY KEY NOT NULL, value_json TEXT NOT NULL)`,
];

export const transcript: Migration = {
  name: "transcript",
  statements: [...sessions, ...messages, ...parts, view, ...timeline, ...appendOnly, ...besides],
};
