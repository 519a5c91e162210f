/** The session row's sums (TK-2), its context window (TK-3) and its cost (TK-4); beside it the number of its turns. */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata } from "../../../src-preload/contract/domain/messages";
import type { ContextCount } from "../../core/ports/session-store";
import type { Connection } from "../database/connection";
import { IS_TURN } from "../database/migrations/0011-session-turns";

export interface Rollups {
  /** Adds a visible message that has just ended. Costs the same in a session of any length. */
  add(session_id: SessionId, metadata: MessageMetadata, now: number): void;
  /** Adds visible messages from `from` on, which were just copied behind all others. */
  addCopies(session_id: SessionId, from: MessageId): void;
  /** Sums up after the last copy: the total, and the context window of the last message (TK-3). */
  finishCopies(session_id: SessionId): void;
  /** Computes all sums, and the number of turns, from the rows, after messages were hidden or shown. */
  recompute(session_id: SessionId, now: number): void;
  /** The same after a summary was made or undone. The turns and what they have cost are the same, so this reads visible messages alone. */
  recomputeVisible(session_id: SessionId, now: number): void;
  /** Puts a later count in the place of the window's tokens, where the session has not changed since. Returns true if it did. */
  setContext(count: ContextCount): boolean;
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

/** A running answer is added when it ends. */
const HAS_ENDED = `m.metadata_json ->> '$.finish_reason' IS NOT NULL`;

const sumOf = (name: string) =>
  `coalesce(sum(json_extract(m.metadata_json, '$.usage.${name}')) FILTER (WHERE m.hidden_at IS NULL AND ${HAS_ENDED}), 0)`;
const COUNTS = ["input", "output", "reasoning", "cache_read", "cache_write"];

const COLUMNS = ["prompt_tokens", "completion_tokens", "reasoning_tokens", "cache_read", "cache_write"];

/** True for an answer (`provider`, `model`) of another model than the session's: that one counts tokens differently (TK-3). */
const ANSWERED_BY_ANOTHER = `max(model) <> chat_sessions.model_json ->> '$.model_id' OR max(provider) <> chat_sessions.model_json ->> '$.provider_id'`;

/** The name of the visible summary; null where there is none. */
const SUMMARY = `(SELECT c.metadata_json ->> '$.summary_id' FROM chat_parts p JOIN chat_messages c ON c.id = p.message_id
  WHERE p.session_id = @session_id AND p.type = 'data-compaction' AND c.hidden_at IS NULL ORDER BY p.message_id DESC LIMIT 1)`;

/** The answer was measured with the summary that stands now. A summary itself tells an estimate from its making. */
const WITH_SUMMARY = `(m.metadata_json ->> '$.summary_id') IS ${SUMMARY}`;

/** True for an answer that others with numbers have followed: they fill the window as well. */
const FOLLOWED = `m.id < (SELECT max(x.id) FROM chat_messages x WHERE x.session_id = @session_id AND x.role = 'assistant'
  AND x.hidden_at IS NULL AND json_extract(x.metadata_json, '$.context_tokens') IS NOT NULL)`;
/** An output was pruned, or brought back, after the answer was measured (PR-2). */
const PRUNED_SINCE = `m.updated_at <= (SELECT coalesce(max(max(k.created_at, coalesce(k.undone_at, 0))), 0)
  FROM chat_messages v CROSS JOIN chat_prune_marks k ON k.message_id = v.id
  WHERE v.session_id = @session_id AND v.hidden_at IS NULL)`;

/**
 * Takes the window from the last visible answer that was measured with the summary of now, else from the last one that has a number, as an
 * estimate. Null, and no estimate, where none has.
 */
const WINDOW = `(context_tokens, context_estimated) = (
      SELECT max(tokens), iif(max(tokens) IS NULL, 0, coalesce(max(estimated) OR ${ANSWERED_BY_ANOTHER}, max(estimated), 0))
      FROM (
        SELECT json_extract(m.metadata_json, '$.context_tokens') AS tokens,
          coalesce(json_extract(m.metadata_json, '$.estimated'), 0) OR NOT ${WITH_SUMMARY} OR ${FOLLOWED}
            OR ${PRUNED_SINCE} AS estimated,
          m.metadata_json ->> '$.model.model_id' AS model, m.metadata_json ->> '$.model.provider_id' AS provider
        FROM chat_messages m WHERE m.session_id = @session_id AND m.role = 'assistant' AND m.hidden_at IS NULL
          AND json_extract(m.metadata_json, '$.context_tokens') IS NOT NULL
        ORDER BY ${WITH_SUMMARY} DESC, m.id DESC LIMIT 1))`;

const ADD_COPIES = `UPDATE chat_sessions SET
    (${COLUMNS.join(", ")}) = (
      SELECT ${COLUMNS.map((column, at) => `chat_sessions.${column} + ${sumOf(COUNTS[at] ?? "")}`).join(", ")}
      FROM chat_messages m WHERE m.session_id = @session_id AND m.id >= @from AND m.role = 'assistant')
  WHERE id = @session_id`;

const FINISH_COPIES = `UPDATE chat_sessions SET total_tokens = ${COLUMNS.join(" + ")}, ${WINDOW} WHERE id = @session_id`;

/** Hidden turns were paid for and count in the cost alone. Copied ones were paid for elsewhere (TK-4). */
const RECOMPUTE = `UPDATE chat_sessions SET
    (${COLUMNS.join(", ")}, total_tokens, cost_usd) = (
      SELECT ${COUNTS.map(sumOf).join(", ")}, ${COUNTS.map(sumOf).join(" + ")}, sum(coalesce(json_extract(m.metadata_json, '$.cost_usd'), c.cost_usd))
        FILTER (WHERE m.id > coalesce(chat_sessions.metadata_json ->> '$.copied_through', ''))
      FROM chat_messages m LEFT JOIN supplied_costs c ON c.message_id = m.id
      WHERE m.session_id = @session_id AND m.role = 'assistant'),
    ${WINDOW},
    updated_at = @now
  WHERE id = @session_id`;

const RECOMPUTE_VISIBLE = `UPDATE chat_sessions SET
    (${COLUMNS.join(", ")}, total_tokens) = (
      SELECT ${COUNTS.map(sumOf).join(", ")}, ${COUNTS.map(sumOf).join(" + ")}
      FROM chat_messages m WHERE m.session_id = @session_id AND m.hidden_at IS NULL AND m.role = 'assistant'),
    ${WINDOW},
    updated_at = @now
  WHERE id = @session_id`;

const RECOUNT_TURNS = `INSERT INTO session_turns (session_id, turns)
  SELECT @session_id, count(*) FROM chat_messages m WHERE m.session_id = @session_id AND ${IS_TURN}
  ON CONFLICT DO UPDATE SET turns = excluded.turns`;

/** Copied turns are shown, or a summary stands for them. */
const ADD_COPIED_TURNS = `INSERT INTO session_turns (session_id, turns)
  SELECT @session_id, count(*) FROM chat_messages m WHERE m.session_id = @session_id AND m.id >= @from AND m.role = 'user'
  ON CONFLICT DO UPDATE SET turns = turns + excluded.turns`;

const SET_CONTEXT = `UPDATE chat_sessions SET context_tokens = @tokens, context_estimated = @estimated
  WHERE id = @session_id AND updated_at = @as_of`;

export function createRollups(connection: Connection): Rollups {
  const add = connection.raw.prepare(ADD);
  const addCopies = connection.raw.prepare(ADD_COPIES);
  const finishCopies = connection.raw.prepare(FINISH_COPIES);
  const recompute = connection.raw.prepare(RECOMPUTE);
  const recomputeVisible = connection.raw.prepare(RECOMPUTE_VISIBLE);
  const recountTurns = connection.raw.prepare(RECOUNT_TURNS);
  const addCopiedTurns = connection.raw.prepare(ADD_COPIED_TURNS);
  const setContext = connection.raw.prepare(SET_CONTEXT);
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
      addCopiedTurns.run({ session_id, from });
    },
    finishCopies: (session_id) => {
      finishCopies.run({ session_id });
    },
    recompute: (session_id, now) => {
      recompute.run({ session_id, now });
      recountTurns.run({ session_id });
    },
    recomputeVisible: (session_id, now) => {
      recomputeVisible.run({ session_id, now });
    },
    setContext: ({ estimated, ...count }) =>
      setContext.run({ ...count, estimated: estimated ? 1 : 0 }).changes > 0,
  };
}
