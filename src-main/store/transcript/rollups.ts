/** The session row's sums (TK-2), its context window (TK-3) and its cost (TK-4). */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { Connection } from "../database/connection";

export interface Rollups {
  /** Adds a visible message that has just ended. Costs the same in a session of any length. */
  add(session_id: SessionId, metadata: MessageMetadata, now: number): void;
  /** Adds visible messages from `from` on, which were just copied behind all others. */
  addCopies(session_id: SessionId, from: MessageId): void;
  /** Sums up after the last copy: the total, and the context window of the last message (TK-3). */
  finishCopies(session_id: SessionId): void;
  /** Computes all sums from the rows, after messages were hidden or shown. */
  recompute(session_id: SessionId, now: number): void;
}

const ADD = `UPDATE chat_sessions SET
    prompt_tokens = prompt_tokens + @input,
    completion_tokens = completion_tokens + @output,
    reasoning_tokens = reasoning_tokens + @reasoning,
    cache_read = cache_read + @cache_read,
    cache_write = cache_write + @cache_write,
    total_tokens = total_tokens + @input + @output + @reasoning + @cache_read + @cache_write,
    context_tokens = coalesce(@context_tokens, context_tokens),
    context_estimated = iif(@context_tokens IS NULL, context_estimated, @estimated),
    cost_usd = iif(@cost_usd IS NULL, cost_usd, coalesce(cost_usd, 0) + @cost_usd),
    updated_at = @now
  WHERE id = @session_id`;

const sumOf = (name: string) =>
  `coalesce(sum(json_extract(m.metadata_json, '$.usage.${name}')) FILTER (WHERE m.hidden_at IS NULL), 0)`;
const COUNTS = ["input", "output", "reasoning", "cache_read", "cache_write"];

const COLUMNS = ["prompt_tokens", "completion_tokens", "reasoning_tokens", "cache_read", "cache_write"];

/** True for an answer (`provider`, `model`) of another model than the session's: that one counts tokens differently (TK-3). */
const ANSWERED_BY_ANOTHER = `max(model) <> chat_sessions.model_json ->> '$.model_id' OR max(provider) <> chat_sessions.model_json ->> '$.provider_id'`;

/** Takes the window from the last visible answer that has one; null, and no estimate, where none has. */
const WINDOW = `(context_tokens, context_estimated) = (
      SELECT max(tokens), iif(max(tokens) IS NULL, 0, coalesce(max(estimated) OR ${ANSWERED_BY_ANOTHER}, max(estimated), 0))
      FROM (
        SELECT json_extract(m.metadata_json, '$.context_tokens') AS tokens, json_extract(m.metadata_json, '$.estimated') AS estimated,
          m.metadata_json ->> '$.model.model_id' AS model, m.metadata_json ->> '$.model.provider_id' AS provider
        FROM chat_messages m WHERE m.session_id = @session_id AND m.role = 'assistant' AND m.hidden_at IS NULL
          AND json_extract(m.metadata_json, '$.context_tokens') IS NOT NULL
        ORDER BY m.id DESC LIMIT 1))`;

const ADD_COPIES = `UPDATE chat_sessions SET
    (${COLUMNS.join(", ")}) = (
      SELECT ${COLUMNS.map((column, at) => `chat_sessions.${column} + ${sumOf(COUNTS[at] ?? "")}`).join(", ")}
      FROM chat_messages m WHERE m.session_id = @session_id AND m.id >= @from AND m.role = 'assistant')
  WHERE id = @session_id`;

const FINISH_COPIES = `UPDATE chat_sessions SET total_tokens = ${COLUMNS.join(" + ")}, ${WINDOW} WHERE id = @session_id`;

/** Hidden turns were paid for and count in the cost alone. Copied ones were paid for elsewhere (TK-4). */
const RECOMPUTE = `UPDATE chat_sessions SET
    (${COLUMNS.join(", ")}, total_tokens, cost_usd) = (
      SELECT ${COUNTS.map(sumOf).join(", ")}, ${COUNTS.map(sumOf).join(" + ")}, sum(json_extract(m.metadata_json, '$.cost_usd'))
        FILTER (WHERE m.id > coalesce(chat_sessions.metadata_json ->> '$.copied_through', ''))
      FROM chat_messages m WHERE m.session_id = @session_id AND m.role = 'assistant'),
    ${WINDOW},
    updated_at = @now
  WHERE id = @session_id`;

export function createRollups(connection: Connection): Rollups {
  const add = connection.raw.prepare(ADD);
  const addCopies = connection.raw.prepare(ADD_COPIES);
  const finishCopies = connection.raw.prepare(FINISH_COPIES);
  const recompute = connection.raw.prepare(RECOMPUTE);
  return {
    add: (session_id, metadata, now) => {
      const { usage, context_tokens, estimated, cost_usd } = metadata;
      add.run({
        session_id,
        now,
        input: usage?.input ?? 0,
        output: usage?.output ?? 0,
        reasoning: usage?.reasoning ?? 0,
        cache_read: usage?.cache_read ?? 0,
        cache_write: usage?.cache_write ?? 0,
        context_tokens: context_tokens ?? null,
        estimated: estimated === true ? 1 : 0,
        cost_usd: cost_usd ?? null,
      });
    },
    addCopies: (session_id, from) => {
      addCopies.run({ session_id, from });
    },
    finishCopies: (session_id) => {
      finishCopies.run({ session_id });
    },
    recompute: (session_id, now) => {
      recompute.run({ session_id, now });
    },
  };
}
