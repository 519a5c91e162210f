/**
 * Sums up what a session has used (TK-4): its answers, the calls beside them, its helpers and its sidecars. Reads rows when somebody asks,
 * so nothing has to be kept in step, and what an earlier version has noted counts.
 */

import type { Database } from "better-sqlite3";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  ModelUsage,
  SessionUsage,
  Usage,
  UsagePurpose,
} from "../../../src-preload/contract/domain/usage";
import { addUsage, NO_USAGE, subtractUsage } from "../../core/context/usage";

/** The statements of this file, for the test that looks at their plans. */
export const USAGE_SQL = {
  /** The session itself, then those that work for it or stand beside it. One that is being removed for good has handed its usage over. */
  spenders: `WITH RECURSIVE down (id, purpose) AS (
      SELECT @session_id, NULL
      UNION SELECT t.session_id, coalesce(down.purpose, 'helpers') FROM down CROSS JOIN session_tasks t ON t.parent_id = down.id
        WHERE t.session_id NOT IN (SELECT session_id FROM partial_sessions)
      UNION SELECT a.session_id, coalesce(down.purpose, 'sidecars') FROM down CROSS JOIN session_asides a ON a.beside_id = down.id
        WHERE a.session_id NOT IN (SELECT session_id FROM partial_sessions))
    SELECT id, purpose FROM down`,
  /** Hidden answers were paid for and count; copied ones do not. */
  answers: `SELECT m.metadata_json, c.cost_usd FROM chat_messages m LEFT JOIN supplied_costs c ON c.message_id = m.id
    WHERE m.session_id = @session_id AND m.role = 'assistant'
    AND m.id > coalesce((SELECT metadata_json ->> '$.copied_through' FROM chat_sessions WHERE id = @session_id), '') ORDER BY m.id`,
  visible: `SELECT metadata_json FROM chat_messages WHERE session_id = @session_id AND role = 'assistant' AND hidden_at IS NULL`,
  calls: `SELECT agent, model_json, usage_json, estimated, cost_usd FROM agent_calls WHERE session_id = @session_id ORDER BY id`,
} as const;

/** The purpose of a row of `agent_calls`, by its agent. All others are helpers that were removed for good. */
const PURPOSES: Readonly<Record<string, UsagePurpose>> = {
  title: "titles",
  compaction: "summaries",
  precompact: "outputs",
  sidecar: "sidecars",
};

interface AnswerRow {
  metadata_json: string;
  /** The cost in USD that a hook supplied. */
  cost_usd: number | null;
}

interface CallRow {
  agent: string;
  model_json: string;
  usage_json: string;
  estimated: number;
  cost_usd: number | null;
}

/** An answer or a call, as far as its row can be read. */
interface Used {
  model?: Partial<ModelRef>;
  usage?: Partial<Usage> | null;
  /** Counted with the message of the earlier attempt. */
  carried_usage?: Partial<Usage>;
  estimated?: boolean;
  cost_usd?: number;
}

const KINDS = ["input", "output", "reasoning", "cache_read", "cache_write"] as const;

/** Undefined where nobody has counted: an imported row may hold anything. */
function counted(said: Partial<Usage> | null | undefined): Usage | undefined {
  const numbers = KINDS.filter((kind) => Number.isFinite(said?.[kind]));
  if (numbers.length === 0) return undefined;
  return { ...NO_USAGE, ...Object.fromEntries(numbers.map((kind) => [kind, said?.[kind]])) };
}

/** Sums by purpose and model. A model's thinking level does not matter. */
class Sums {
  readonly #sums = new Map<string, ModelUsage>();

  take(purpose: UsagePurpose, used: Used): void {
    const { provider_id, model_id } = used.model ?? {};
    if (provider_id === undefined || model_id === undefined) return;
    const key = JSON.stringify([purpose, provider_id, model_id]);
    const sum = this.#sums.get(key) ?? {
      purpose,
      model: { provider_id, model_id },
      calls: 0,
      unknown: 0,
      usage: NO_USAGE,
      unpriced: NO_USAGE,
      estimated: false,
    };
    this.#sums.set(key, sum);
    add(sum, used);
  }

  all(): ModelUsage[] {
    return [...this.#sums.values()];
  }
}

function add(sum: ModelUsage, { usage, carried_usage, cost_usd, estimated }: Used): void {
  const all = counted(usage);
  sum.calls += 1;
  if (all === undefined) sum.unknown += 1;
  const own = subtractUsage(all ?? NO_USAGE, counted(carried_usage) ?? NO_USAGE);
  sum.usage = addUsage(sum.usage, own);
  if (cost_usd === undefined) sum.unpriced = addUsage(sum.unpriced, own);
  else sum.cost_usd = (sum.cost_usd ?? 0) + cost_usd;
  if (estimated === true) sum.estimated = true;
}

/**
 * By purpose and model, in the order of their first call. What a helper or a sidecar has used is all for that purpose. A copy has used
 * nothing yet: what it was copied from has paid. @throws SqliteError
 */
export function usageOfSession(db: Database, session_id: SessionId): ModelUsage[] {
  const sums = new Sums();
  const answers = db.prepare<[object], AnswerRow>(USAGE_SQL.answers);
  const calls = db.prepare<[object], CallRow>(USAGE_SQL.calls);
  const spenders = db.prepare<[object], { id: SessionId; purpose: UsagePurpose | null }>(USAGE_SQL.spenders);
  const seen = new Set<SessionId>();
  for (const { id, purpose } of spenders.all({ session_id })) {
    // An import may bring sessions that stand beside each other.
    if (seen.has(id)) continue;
    seen.add(id);
    for (const { metadata_json, cost_usd } of answers.iterate({ session_id: id })) {
      const used = parsed<Used>(metadata_json);
      sums.take(purpose ?? "answers", cost_usd === null ? used : { cost_usd, ...used });
    }
    for (const row of calls.iterate({ session_id: id }))
      sums.take(purpose ?? PURPOSES[row.agent] ?? "helpers", usedBy(row));
  }
  return sums.all();
}

/** As `usageOfSession`, with what the sums over the visible answers are made of: copied ones count there. @throws SqliteError */
export const readUsage = (db: Database, session_id: SessionId): SessionUsage => ({
  used: usageOfSession(db, session_id),
  sums_estimated: isVisibleEstimated(db, session_id),
});

/** A message without usage, such as a summary, may hold an estimate of the window alone. */
function isVisibleEstimated(db: Database, session_id: SessionId): boolean {
  const visible = db.prepare<[object], Pick<AnswerRow, "metadata_json">>(USAGE_SQL.visible);
  for (const { metadata_json } of visible.iterate({ session_id })) {
    const { usage, estimated } = parsed<Used>(metadata_json);
    if (estimated === true && counted(usage) !== undefined) return true;
  }
  return false;
}

const usedBy = ({ model_json, usage_json, estimated, cost_usd }: CallRow): Used => ({
  model: parsed<ModelRef>(model_json),
  usage: parsed<Usage>(usage_json),
  estimated: estimated === 1,
  ...(cost_usd === null ? {} : { cost_usd }),
});

/** Empty where it cannot be read: the store has written it, or an import that lets any object pass. */
function parsed<Of extends object>(json: string): Partial<Of> {
  try {
    return (JSON.parse(json) as Partial<Of> | null) ?? {};
  } catch {
    return {};
  }
}
