/** Turns rows into the core's types and back. The only place that parses a part, and that folds its deltas in. */

import { PLAIN_AGENT, usualAgent } from "../../../src-preload/contract/domain/agents";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { Overrides, SessionSummary, SessionView } from "../../../src-preload/contract/domain/sessions";
import type { SessionBilling } from "../../../src-preload/contract/domain/usage";
import type { NewSession } from "../../core/ports/session-store";
import type { NewUserMessage } from "../../core/ports/transcript-store";
import type { chatMessages, chatParts, chatSessions } from "./schema";

type SessionRow = typeof chatSessions.$inferSelect;
export type MessageRow = typeof chatMessages.$inferSelect;
/**
 * SQL: the text that deltas add to the current row of `chat_parts`, as the inside of a JSON string; null where there are none. JSON strings
 * concatenate inside their quotes, even where one ends inside a surrogate pair.
 */
export const TAIL = `(SELECT group_concat(substr(delta_json, 2, length(delta_json) - 2), '')
  FROM (SELECT delta_json FROM chat_deltas WHERE part_id = chat_parts.id ORDER BY seq))`;
/** `tail` is `TAIL`. */
export type PartRow = Pick<
  typeof chatParts.$inferSelect,
  "id" | "message_id" | "data_json" | "created_at" | "updated_at"
> & { tail: string | null };
export type SummaryRow = Pick<
  SessionRow,
  | "id"
  | "title"
  | "agent"
  | "model_json"
  | "workspace_root"
  | "parent_id"
  | "created_at"
  | "updated_at"
  | "archived_at"
> &
  Marks;

/** The marks of a session. A session without marks has no row. */
interface Marks {
  pinned_at: number | null;
  unread_since: number | null;
}
export const NO_MARKS: Marks = { pinned_at: null, unread_since: null };

export function newSessionRow(session: NewSession): typeof chatSessions.$inferInsert {
  return {
    id: session.id,
    title: session.title,
    agent: session.agent,
    model_json: session.model ?? null,
    workspace_root: session.workspace_root ?? null,
    ...metadataOf(session),
    created_at: session.now,
    updated_at: session.now,
  };
}

function metadataOf({ titled_by, overrides, agent, workspace_root }: NewSession) {
  const metadata_json = {
    ...(titled_by === undefined ? {} : { titled_by }),
    ...(overrides === undefined ? {} : { overrides }),
    ...(agent === PLAIN_AGENT && workspace_root !== undefined ? { agent_chosen: true } : {}),
  };
  return Object.keys(metadata_json).length === 0 ? {} : { metadata_json };
}

/**
 * AG-8: before there was a choice, every session had the agent `chat`, and its tools in a folder. One that works in a folder, and whose
 * agent nobody has chosen, has the agent of folders.
 */
const agentOf = ({ agent, workspace_root, metadata_json }: SessionRow): string =>
  agent === PLAIN_AGENT && metadata_json.agent_chosen !== true
    ? usualAgent(workspace_root ?? undefined)
    : agent;

export function toSummary(row: SummaryRow): SessionSummary {
  return {
    id: row.id,
    title: row.title,
    agent: row.agent,
    ...(row.model_json === null ? {} : { model: row.model_json }),
    ...(row.workspace_root === null ? {} : { workspace_root: row.workspace_root }),
    ...(row.parent_id === null ? {} : { parent_id: row.parent_id }),
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(row.archived_at === null ? {} : { archived_at: row.archived_at }),
    ...(row.pinned_at === null ? {} : { pinned_at: row.pinned_at }),
    ...(row.unread_since === null ? {} : { unread: true }),
  };
}

export function toView(row: SessionRow & Marks): SessionView {
  const billing: SessionBilling = {
    prompt_tokens: row.prompt_tokens,
    completion_tokens: row.completion_tokens,
    reasoning_tokens: row.reasoning_tokens,
    cache_read: row.cache_read,
    cache_write: row.cache_write,
    total_tokens: row.total_tokens,
    context_tokens: row.context_tokens,
    context_estimated: row.context_estimated,
    cost_usd: row.cost_usd,
  };
  const ephemeral = row.metadata_json.ephemeral === true ? { ephemeral: true as const } : {};
  const { copied_through } = row.metadata_json;
  const copied = typeof copied_through === "string" ? { copied_through: copied_through as MessageId } : {};
  const { overrides } = row.metadata_json;
  // The store itself wrote them, from a session's request.
  const narrow = overrides === undefined ? {} : { overrides: overrides as Overrides };
  const agent = agentOf(row);
  return { session: { ...toSummary(row), agent, ...ephemeral, ...copied, ...narrow }, billing };
}

export function newMessageRow(message: NewUserMessage): typeof chatMessages.$inferInsert {
  return {
    id: message.id,
    session_id: message.session_id,
    role: "user",
    metadata_json: message.metadata,
    created_at: message.now,
    updated_at: message.now,
  };
}

export function toMessage(row: MessageRow, parts: readonly PartRow[]): StoredMessage {
  const content = parts.map(toPart);
  return {
    id: row.id,
    session_id: row.session_id,
    role: row.role,
    metadata: row.metadata_json,
    parts: content,
    created_at: row.created_at,
    ...(row.hidden_at === null ? {} : { hidden_at: row.hidden_at }),
    ...(wasSeenToEnd(row) ? timesOf(row, content, parts) : {}),
  };
}

/**
 * Returns false where `updated_at` is not the time of the message's end: the next start settled it after a crash, or an op has hidden it
 * since.
 */
function wasSeenToEnd({ role, hidden_at, metadata_json: { finish_reason } }: MessageRow): boolean {
  return (
    role === "assistant" &&
    hidden_at === null &&
    finish_reason !== undefined &&
    finish_reason !== "interrupted"
  );
}

function timesOf(row: MessageRow, content: readonly BraidPart[], parts: readonly PartRow[]) {
  const thought_ms: Record<number, number> = {};
  for (const [index, { created_at, updated_at }] of parts.entries())
    if (content[index]?.type === "reasoning") thought_ms[index] = updated_at - created_at;
  const has_thought = Object.keys(thought_ms).length > 0;
  return { ended_at: row.updated_at, ...(has_thought ? { thought_ms } : {}) };
}

/** The whole part, deltas folded in. Its bytes are those that the core gave: nothing is reordered (DB-8). */
export function toPart(row: Pick<PartRow, "data_json" | "tail">): BraidPart {
  // The store itself wrote this JSON, from a part.
  const part = JSON.parse(row.data_json) as BraidPart;
  if (row.tail === null) return part;
  const gained: string = JSON.parse(`"${row.tail}"`);
  if (part.type === "text" || part.type === "reasoning") {
    part.text += gained;
    return part;
  }
  const before = "rawInput" in part && typeof part.rawInput === "string" ? part.rawInput : "";
  return Object.assign(part, { rawInput: before + gained });
}

/** The columns of `chat_parts` that say what a part is (DB-4). */
export function partColumns(part: BraidPart) {
  const isTool = "toolCallId" in part;
  return {
    type: part.type,
    data_json: JSON.stringify(part),
    tool_call_id: isTool ? part.toolCallId : null,
    tool_state: isTool ? part.state : null,
  };
}
