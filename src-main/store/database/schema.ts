/**
 * The tables as drizzle sees them. Their names are the contract (DB-2…4), because other programs read this database. Indexes, triggers and
 * the view are in the migrations alone: nothing here reads them. A test compares these columns with the migrated database.
 */

import { blob, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";
import type { MessageId, OpId, PartId, QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { PruneLevel } from "../../../src-preload/contract/domain/pruning";
import type { UndoKind } from "../../../src-preload/contract/domain/timeline";
import type { Usage } from "../../../src-preload/contract/domain/usage";
import type { PreparedSummary } from "../../core/ports/compaction-store";
import { importedSessions, imports } from "./import-tables";

/** DB-2. */
export const chatSessions = sqliteTable("chat_sessions", {
  id: text().$type<SessionId>().primaryKey(),
  agent: text().notNull(),
  title: text().notNull(),
  workspace_root: text(),
  /** The latest model (MS-1); null until one was chosen. */
  model_json: text({ mode: "json" }).$type<ModelRef>(),
  parent_id: text().$type<SessionId>(),
  parent_message_id: text().$type<MessageId>(),
  permissions_json: text({ mode: "json" }).$type<unknown[]>().notNull().default([]),
  metadata_json: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
  prompt_tokens: integer().notNull().default(0),
  completion_tokens: integer().notNull().default(0),
  reasoning_tokens: integer().notNull().default(0),
  cache_read: integer().notNull().default(0),
  cache_write: integer().notNull().default(0),
  total_tokens: integer().notNull().default(0),
  /** Null where nobody measured or estimated it: never zero (TK-5). */
  context_tokens: integer(),
  context_estimated: integer({ mode: "boolean" }).notNull().default(false),
  cost_usd: real(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
  archived_at: integer(),
  deleted_at: integer(),
});

/** DB-3. */
export const chatMessages = sqliteTable("chat_messages", {
  id: text().$type<MessageId>().primaryKey(),
  session_id: text().$type<SessionId>().notNull(),
  role: text().$type<"user" | "assistant" | "system">().notNull(),
  metadata_json: text({ mode: "json" }).$type<MessageMetadata>().notNull(),
  hidden_at: integer(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** DB-4. `data_json` stays text here: one place parses it and folds the deltas in. */
export const chatParts = sqliteTable("chat_parts", {
  id: text().$type<PartId>().primaryKey(),
  message_id: text().$type<MessageId>().notNull(),
  session_id: text().$type<SessionId>().notNull(),
  index: integer().notNull(),
  type: text().notNull(),
  data_json: text().notNull(),
  tool_call_id: text(),
  tool_state: text(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/** The text that a growing part has gained since its row was written (SV-3); empty once settled. */
export const chatDeltas = sqliteTable(
  "chat_deltas",
  {
    part_id: text().$type<PartId>().notNull(),
    seq: integer().notNull(),
    /** A JSON string: a delta may end inside a surrogate pair, and such strings still concatenate inside their quotes. */
    delta_json: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.part_id, table.seq] })],
);

export const chatTimelineOps = sqliteTable("chat_timeline_ops", {
  id: text().$type<OpId>().primaryKey(),
  session_id: text().$type<SessionId>().notNull(),
  cause: text().$type<"rewind" | "retry" | "compaction">().notNull(),
  created_at: integer().notNull(),
  undone_at: integer(),
});

export const chatMessageHides = sqliteTable(
  "chat_message_hides",
  {
    message_id: text().$type<MessageId>().notNull(),
    op_id: text().$type<OpId>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.message_id, table.op_id] })],
);

/**
 * RW-3: the place where a timeline parts from the others, and its turns when it was hidden last. An op of cause `rewind` names the
 * timeline.
 */
export const chatTimelineForks = sqliteTable("chat_timeline_forks", {
  op_id: text().$type<OpId>().primaryKey(),
  /** The last message that both timelines have; null where they have none in common. */
  after_id: text().$type<MessageId>(),
  turns: integer().notNull(),
});

/** PR-2: the outputs that the model reads in part, or not at all. `undone_at`: somebody brought the output back. */
export const chatPruneMarks = sqliteTable(
  "chat_prune_marks",
  {
    message_id: text().$type<MessageId>().notNull(),
    /** The part's index in its message. */
    index: integer().notNull(),
    level: text().$type<PruneLevel>().notNull(),
    /** False where the user asked for it: the marks of one moment are then undone together (RW-7). */
    auto: integer({ mode: "boolean" }).notNull(),
    created_at: integer().notNull(),
    undone_at: integer(),
  },
  (table) => [primaryKey({ columns: [table.message_id, table.index] })],
);

/** SE-11: the names that users give to messages. */
export const messageLabels = sqliteTable(
  "message_labels",
  {
    message_id: text().$type<MessageId>().notNull(),
    name: text().notNull(),
    created_at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.message_id, table.name] })],
);

/** SE-5b: the texts that their user took out of the prompt history. */
export const removedPrompts = sqliteTable("removed_prompts", {
  sha256: text().primaryKey(),
  removed_at: integer().notNull(),
});

/** TK-4: what hooks say that answers have cost, of which no provider said it. */
export const suppliedCosts = sqliteTable("supplied_costs", {
  message_id: text().$type<MessageId>().primaryKey(),
  cost_usd: real().notNull(),
  source: text().$type<"hook">().notNull(),
  created_at: integer().notNull(),
});

/** DB-9. `bytes` is empty: the bytes lie in the folder `blobs`, so that a large file stays out of the database, its log and its backups. */
export const blobs = sqliteTable("blobs", {
  sha256: text().primaryKey(),
  media_type: text(),
  size: integer().notNull(),
  bytes: blob().notNull(),
  /** When it was last put; 0 once a session that used it was removed for good (DB-10). */
  created_at: integer().notNull(),
});

/** SP-2: a prompt is a list of sections, each kept once by the SHA-256 of its text. */
export const systemPrompts = sqliteTable("system_prompts", {
  digest: text().primaryKey(),
  sections_json: text({ mode: "json" }).$type<{ name: string; digest: string }[]>().notNull(),
  created_at: integer().notNull(),
});

export const systemPromptSections = sqliteTable("system_prompt_sections", {
  digest: text().primaryKey(),
  /** JSON, so that text cut inside a surrogate pair survives. */
  text_json: text({ mode: "json" }).$type<string>().notNull(),
});

/** QU-1: messages that wait to be sent, in the order of their ids. `data_json` is `{text, model?, attachments?}`. */
export const chatQueue = sqliteTable("chat_queue", {
  id: text().$type<QueueId>().primaryKey(),
  session_id: text().$type<SessionId>().notNull(),
  data_json: text().notNull(),
  created_at: integer().notNull(),
  updated_at: integer().notNull(),
});

/**
 * QU-2. The empty session id means a session that does not exist yet. `target` is the edited message, empty for the composer. `writer` is
 * the window's slot; no open window has the empty one.
 */
export const placeDrafts = sqliteTable(
  "place_drafts",
  {
    session_id: text().notNull(),
    place: text({ enum: ["composer", "message", "waiting"] }).notNull(),
    target: text().notNull(),
    writer: text().notNull(),
    text_json: text({ mode: "json" }).$type<string>().notNull(),
    model_json: text({ mode: "json" }).$type<ModelRef>(),
    as_of: integer(),
    updated_at: integer().notNull(),
    files_json: text({ mode: "json" }).$type<AttachmentRef[]>(),
    agent: text(),
  },
  ({ session_id, place, target, writer }) => [primaryKey({ columns: [session_id, place, target, writer] })],
);

/** Drafts of an earlier version, which migration 7 has taken over. */
export const windowDrafts = sqliteTable(
  "window_drafts",
  {
    slot: text().notNull(),
    session_id: text().notNull(),
    text_json: text({ mode: "json" }).$type<string>().notNull(),
    model_json: text({ mode: "json" }).$type<ModelRef>(),
    updated_at: integer().notNull(),
    rewind_json: text(),
    queued_json: text(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.session_id] })],
);

/** Drafts of an earlier version, which migration 3 has taken over. */
export const drafts = sqliteTable("drafts", {
  session_id: text().primaryKey(),
  text_json: text({ mode: "json" }).$type<string>().notNull(),
  updated_at: integer().notNull(),
});

/** PM-1: the rules of a project. */
const permissionRules = sqliteTable("permission_rules", {
  id: integer().primaryKey(),
  workspace_root: text(),
  permission: text().notNull(),
  pattern: text().notNull(),
  action: text().$type<"allow" | "deny" | "ask">().notNull(),
  source: text().notNull(),
  added_at: integer().notNull(),
});

/** PM-2: who allowed or refused what, and when. `rule_pattern` and `rule_source` name the rule that decided. */
const permissionDecisions = sqliteTable("permission_decisions", {
  id: integer().primaryKey(),
  session_id: text().$type<SessionId>().notNull(),
  workspace_root: text(),
  tool_call_id: text().notNull(),
  permission: text().notNull(),
  target: text().notNull(),
  decision: text().notNull(),
  rule_pattern: text(),
  rule_source: text(),
  decided_at: integer().notNull(),
});

/** RW-5: what a file was before a turn, or a restore, changed it. Without a `mode` there was no file; without a `before_sha256` it was too large to keep. */
const fileChanges = sqliteTable("file_changes", {
  id: integer().primaryKey(),
  session_id: text().$type<SessionId>().notNull(),
  message_id: text().$type<MessageId>().notNull(),
  path: text().notNull(),
  before_sha256: text(),
  after_sha256: text(),
  prior_sha256: text(),
  mode: integer(),
  restore_id: text().$type<OpId>(),
  created_at: integer().notNull(),
});

/** How strictly the sessions of a folder ask. */
const workspaceModes = sqliteTable("workspace_modes", {
  workspace_root: text().primaryKey(),
  mode: text().notNull(),
  updated_at: integer().notNull(),
});

/** The marks of a session; a session without a row has none. */
export const sessionMarks = sqliteTable("session_marks", {
  session_id: text().$type<SessionId>().primaryKey(),
  pinned_at: integer(),
  unread_since: integer(),
});

/** The turns of a session that are shown, or that a summary stands for. A session without turns may have no row. */
export const sessionTurns = sqliteTable("session_turns", {
  session_id: text().$type<SessionId>().primaryKey(),
  turns: integer().notNull(),
});

/**
 * Calls beside the turns (titles, compaction), accounted apart from them (TK-1). A helper or a sidecar that was removed for good leaves what it
 * has used here; `usage_json` is empty where nobody has counted it.
 */
export const agentCalls = sqliteTable("agent_calls", {
  id: integer().primaryKey(),
  session_id: text().$type<SessionId>().notNull(),
  agent: text().notNull(),
  model_json: text({ mode: "json" }).$type<ModelRef>().notNull(),
  usage_json: text({ mode: "json" }).$type<Partial<Usage>>().notNull(),
  estimated: integer({ mode: "boolean" }).notNull().default(false),
  cost_usd: real(),
  created_at: integer().notNull(),
});

/** RW-7: the changes that can be undone, of all sessions. An undone entry stays in the list. */
export const undoEntries = sqliteTable("undo_entries", {
  id: integer().primaryKey(),
  session_id: text().$type<SessionId>().notNull(),
  kind: text().$type<UndoKind>().notNull(),
  /** For a change of the timeline: the op that hides the messages which undoing brings back. */
  op_id: text().$type<OpId>(),
  created_at: integer().notNull(),
  undone_at: integer(),
});

/** BR-4: sidecars. Only the list of sidecars shows these sessions. */
export const sessionSidecars = sqliteTable("session_asides", {
  session_id: text().$type<SessionId>().primaryKey(),
  /** The session beside which the sidecar stands. Migrations only add (DB-6), so table and column keep their first names. */
  main_id: text("beside_id").$type<SessionId>().notNull(),
  closed_at: integer(),
});

/** AG-2: the sessions of helpers. No list shows them; the call that each works for leads to it. */
export const sessionTasks = sqliteTable("session_tasks", {
  session_id: text().$type<SessionId>().primaryKey(),
  parent_id: text().$type<SessionId>().notNull(),
  tool_call_id: text().notNull(),
});

/** BR-2, DB-10: branches that are not whole yet, and sessions that are being removed for good. */
export const partialSessions = sqliteTable("partial_sessions", {
  session_id: text().$type<SessionId>().primaryKey(),
  since: integer().notNull(),
});

/** CP-9: the next summary of a session, written before it is due. One whose messages have changed is not used. */
export const preparedSummaries = sqliteTable("prepared_summaries", {
  session_id: text().$type<SessionId>().primaryKey(),
  data_json: text({ mode: "json" }).$type<Omit<PreparedSummary, "session_id">>().notNull(),
  created_at: integer().notNull(),
});

/** DB-13: the changes of a session, or of the `library`. `row_json` is the whole row of a `put`, and its key otherwise. */
export const eventLog = sqliteTable(
  "event_log",
  {
    stream_id: text().notNull(),
    seq: integer().notNull(),
    at: integer().notNull(),
    op: text().$type<"put" | "delete" | "gone">().notNull(),
    table_name: text().notNull(),
    row_json: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.stream_id, table.seq] })],
);

export const appState = sqliteTable("app_state", {
  key: text().primaryKey(),
  /** Parsed by its reader: drizzle would store a JSON `null` as no value. */
  value_json: text().notNull(),
});

/** All tables, for the test that compares them with the migrated database. */
export const tables = [
  chatSessions,
  chatMessages,
  chatParts,
  chatDeltas,
  chatTimelineOps,
  chatMessageHides,
  chatTimelineForks,
  chatPruneMarks,
  suppliedCosts,
  messageLabels,
  removedPrompts,
  blobs,
  systemPrompts,
  systemPromptSections,
  chatQueue,
  drafts,
  placeDrafts,
  windowDrafts,
  permissionRules,
  permissionDecisions,
  fileChanges,
  workspaceModes,
  sessionMarks,
  sessionTurns,
  agentCalls,
  undoEntries,
  imports,
  importedSessions,
  sessionSidecars,
  sessionTasks,
  partialSessions,
  preparedSummaries,
  eventLog,
  appState,
];
