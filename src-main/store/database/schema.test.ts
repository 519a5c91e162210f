import { getTableConfig } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import { ask, opened } from "../testing/stores";
import { tables } from "./schema";

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

/** Name, type, whether it may be null, its place in the primary key. */
const columnsOf = (file: string, table: string) =>
  (ask(file, `SELECT name, type, "notnull", pk FROM pragma_table_info(?)`, table) as unknown as Column[]).map(
    ({ name, type, notnull, pk }) =>
      `${name} ${type}${notnull === 1 ? "" : "?"}${pk === 0 ? "" : ` key${pk}`}`,
  );

const indexesOf = (file: string, table: string) =>
  ask(
    file,
    "SELECT name, (SELECT group_concat(name) FROM pragma_index_info(i.name)) AS columns FROM pragma_index_list(?) i",
    table,
  )
    .filter(({ name }) => !String(name).startsWith("sqlite_"))
    .map(({ name, columns }) => `${name}: ${columns}`)
    .sort();

describe("the tables of the contract", () => {
  it("[DB-2a, DB-2b] chat_sessions has these columns, and an index for recent, workspace, parent and archived", () => {
    const { file } = opened();
    expect(columnsOf(file, "chat_sessions")).toEqual([
      "id TEXT key1",
      "agent TEXT",
      "title TEXT",
      "workspace_root TEXT?",
      "model_json TEXT?",
      "parent_id TEXT?",
      "parent_message_id TEXT?",
      "permissions_json TEXT",
      "metadata_json TEXT",
      "prompt_tokens INTEGER",
      "completion_tokens INTEGER",
      "reasoning_tokens INTEGER",
      "cache_read INTEGER",
      "cache_write INTEGER",
      "total_tokens INTEGER",
      "context_tokens INTEGER?",
      "context_estimated INTEGER",
      "cost_usd REAL?",
      "created_at INTEGER",
      "updated_at INTEGER",
      "archived_at INTEGER?",
      "deleted_at INTEGER?",
    ]);
    expect(indexesOf(file, "chat_sessions").map((line) => line.split(/[:,]/).slice(0, 3).join())).toEqual([
      "chat_sessions_archived, updated_at,id",
      "chat_sessions_parent, parent_id,id",
      "chat_sessions_recent, updated_at,id",
      "chat_sessions_trash, deleted_at,id",
      "chat_sessions_workspace, workspace_root,updated_at",
      "chat_sessions_workspace_archived, workspace_root,updated_at",
    ]);
  });

  it("[DB-3a] chat_messages, the ops that hide and what they hide", () => {
    const { file } = opened();
    expect(columnsOf(file, "chat_messages")).toEqual([
      "id TEXT key1",
      "session_id TEXT",
      "role TEXT",
      "metadata_json TEXT",
      "hidden_at INTEGER?",
      "created_at INTEGER",
      "updated_at INTEGER",
    ]);
    expect(columnsOf(file, "chat_timeline_ops")).toEqual([
      "id TEXT key1",
      "session_id TEXT",
      "cause TEXT",
      "created_at INTEGER",
      "undone_at INTEGER?",
    ]);
    expect(columnsOf(file, "chat_message_hides")).toEqual(["message_id TEXT key1", "op_id TEXT key2"]);
    expect(indexesOf(file, "chat_messages")).toEqual([
      "chat_messages_session: session_id,id",
      "chat_messages_unsettled: session_id,id",
      "chat_messages_visible: session_id,id",
    ]);
  });

  it("[DB-4a, DB-4b] chat_parts has these columns, and is indexed by message and index, session and tool call", () => {
    const { file } = opened();
    expect(columnsOf(file, "chat_parts")).toEqual([
      "id TEXT key1",
      "message_id TEXT",
      "session_id TEXT",
      "index INTEGER",
      "type TEXT",
      "data_json TEXT",
      "tool_call_id TEXT?",
      "tool_state TEXT?",
      "created_at INTEGER",
      "updated_at INTEGER",
    ]);
    expect(indexesOf(file, "chat_parts")).toEqual([
      "chat_parts_blob: null",
      "chat_parts_compaction: session_id,message_id",
      "chat_parts_message: message_id,index",
      "chat_parts_session: session_id",
      "chat_parts_todos: session_id,message_id,index",
      "chat_parts_tool_call: tool_call_id",
    ]);
  });

  it("[DB-1c] beside them there are deltas, a view through them, blobs, prompts, queue, drafts and the permission ledger", () => {
    const { file } = opened();
    const names = ask(
      file,
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    expect(names.map(({ name }) => name)).toEqual([
      "agent_calls",
      "app_state",
      "blobs",
      "chat_deltas",
      "chat_message_hides",
      "chat_messages",
      "chat_parts",
      "chat_parts_view",
      "chat_prune_marks",
      "chat_queue",
      "chat_sessions",
      "chat_timeline_forks",
      "chat_timeline_ops",
      "drafts",
      "event_log",
      "file_changes",
      "imported_sessions",
      "imports",
      "message_labels",
      "partial_sessions",
      "permission_decisions",
      "permission_rules",
      "place_drafts",
      "prepared_summaries",
      "removed_prompts",
      "session_asides",
      "session_marks",
      "session_tasks",
      "session_turns",
      "supplied_costs",
      "system_prompt_sections",
      "system_prompts",
      "undo_entries",
      "window_drafts",
      "workspace_modes",
    ]);
  });
});

it("what drizzle is told and what the migrations make are the same tables", () => {
  const { file } = opened();
  const told = tables.map((table) => {
    const { name, columns, primaryKeys } = getTableConfig(table);
    const composite = primaryKeys[0]?.columns.map((column) => column.name) ?? [];
    const lines = columns.map((column) => {
      const key = column.primary
        ? " key1"
        : composite.includes(column.name)
          ? ` key${composite.indexOf(column.name) + 1}`
          : "";
      return `${column.name} ${column.getSQLType().toUpperCase()}${column.notNull ? "" : "?"}${key}`;
    });
    return [name, lines];
  });
  const made = ask(
    file,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  ).map(({ name }) => [name, columnsOf(file, String(name))]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(made));
});
