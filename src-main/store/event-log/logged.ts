/**
 * The tables that the event log (DB-13) can rebuild, each with its key and with the stream that a row belongs to: its session, or the
 * library. Left out: drafts and the app's own facts, text that is still arriving (`chat_deltas`), and what is made anew from the rest.
 */
import type { Database } from "better-sqlite3";

export interface Logged {
  table: string;
  key: readonly string[];
  /** SQL for the stream of a row; null where the row that says it is gone, and this one with it. */
  stream: (row: string) => string;
  /** The row's end is the end of its stream, of which only that stays (DB-10). */
  endsStream?: true;
}

const ofSession = (table: string, key = "id"): Logged => ({
  table,
  key: [key],
  stream: (row) => `${row}.session_id`,
});
const ofLibrary = (table: string, key: string): Logged => ({ table, key: [key], stream: () => "'library'" });
const ofMessage = (table: string, ...key: string[]): Logged => ({
  table,
  key: ["message_id", ...key],
  stream: (row) => `(SELECT session_id FROM chat_messages WHERE id = ${row}.message_id)`,
});

export const LOGGED: readonly Logged[] = [
  { table: "chat_sessions", key: ["id"], stream: (row) => `${row}.id`, endsStream: true },
  ofSession("chat_messages"),
  ofSession("chat_parts"),
  ofSession("chat_timeline_ops"),
  ofMessage("chat_message_hides", "op_id"),
  {
    table: "chat_timeline_forks",
    key: ["op_id"],
    stream: (row) => `(SELECT session_id FROM chat_timeline_ops WHERE id = ${row}.op_id)`,
  },
  ofMessage("chat_prune_marks", "index"),
  ofMessage("supplied_costs"),
  ofMessage("message_labels", "name"),
  ofSession("chat_queue"),
  ofSession("session_marks", "session_id"),
  ofSession("session_turns", "session_id"),
  ofSession("session_asides", "session_id"),
  ofSession("session_tasks", "session_id"),
  ofSession("agent_calls"),
  ofSession("undo_entries"),
  ofSession("permission_decisions"),
  ofSession("file_changes"),
  ofSession("imported_sessions", "session_id"),
  ofLibrary("system_prompts", "digest"),
  ofLibrary("system_prompt_sections", "digest"),
  ofLibrary("blobs", "sha256"),
  ofLibrary("permission_rules", "id"),
  ofLibrary("workspace_modes", "workspace_root"),
  ofLibrary("removed_prompts", "sha256"),
  // A name of a file may tell what was said: it goes with the last session of its import.
  { table: "imports", key: ["id"], stream: (row) => `'import_' || ${row}.id`, endsStream: true },
];

export interface Column {
  name: string;
  type: string;
}

export const columnsOf = (db: Database, table: string): Column[] =>
  db.prepare<[string], Column>("SELECT name, type FROM pragma_table_info(?)").all(table);

/** JSON has no bytes, and SQLite writes a number with a fraction into it with 15 digits, which are not always the number. */
function valueIn(row: string, { name, type }: Column): string {
  const value = `${row}."${name}"`;
  if (type === "BLOB") return `hex(${value})`;
  return type === "REAL" ? `CASE WHEN ${value} IS NOT NULL THEN printf('%!.17g', ${value}) END` : value;
}

export const rowJson = (row: string, columns: readonly Column[]): string =>
  `json_object(${columns.map((column) => `'${column.name}', ${valueIn(row, column)}`).join(", ")})`;

/** SQL for the value of a column in the JSON of a row. */
export function valueFrom(json: string, { name, type }: Column): string {
  const value = `${json} ->> '$."${name}"'`;
  if (type === "BLOB") return `unhex(${value})`;
  return type === "REAL" ? `CAST(${value} AS REAL)` : value;
}

/** SQL that adds an event to the stream of a row. */
export const addEvent = (
  stream: string,
  op: "put" | "delete" | "gone",
  table: string,
  json: string,
): string =>
  `INSERT INTO event_log (stream_id, seq, at, op, table_name, row_json)
   SELECT ${stream}, coalesce((SELECT max(seq) FROM event_log WHERE stream_id = ${stream}), 0) + 1,
     CAST(unixepoch('subsec') * 1000 AS INTEGER), '${op}', '${table}', ${json}`;
