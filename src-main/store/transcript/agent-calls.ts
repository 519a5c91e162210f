/** Stores the costs of calls beside the turns (titles, compaction), apart from the sums of a session's answers (TK-1, TK-2). */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelUsage, Usage } from "../../../src-preload/contract/domain/usage";
import { subtractUsage, totalTokens } from "../../core/context/usage";
import type { SessionStore } from "../../core/ports/session-store";
import type { Connection } from "../database/connection";
import { agentCalls } from "../database/schema";
import { usageOfSession } from "../reader/usage-of-session";

/** The statements of this file, for the test that looks at their plans. */
export const AGENT_CALL_SQL = {
  /** The session that a helper worked for, or beside which a sidecar stands, where it stays. */
  heir: `SELECT h.id, h.agent FROM (
      SELECT parent_id AS id, 'helper' AS agent FROM session_tasks WHERE session_id = @session_id
      UNION ALL SELECT beside_id, 'sidecar' FROM session_asides WHERE session_id = @session_id) h
    CROSS JOIN chat_sessions s ON s.id = h.id WHERE h.id NOT IN (SELECT session_id FROM partial_sessions)`,
} as const;

export function agentCallVerbs({
  raw,
  orm,
  write,
}: Connection): Pick<SessionStore, "accountCall" | "usedTokens"> {
  return {
    accountCall: ({ model, usage, now, ...call }) => {
      const row = { ...call, model_json: model, usage_json: usage, created_at: now };
      write(() => orm.insert(agentCalls).values(row).run());
    },
    usedTokens: (session_id) =>
      usageOfSession(raw, session_id).reduce((sum, { usage }) => sum + totalTokens(usage), 0),
  };
}

/**
 * Returns a function for a helper or a sidecar that is removed for good: what it has used was paid for, and becomes calls of the session
 * that stays. Runs inside a transaction of the caller.
 */
export function usageHandOver({ raw, orm }: Pick<Connection, "raw" | "orm">) {
  const heirOf = raw.prepare<[object], { id: SessionId; agent: string }>(AGENT_CALL_SQL.heir);
  return (session_id: SessionId, created_at: number): void => {
    const heir = heirOf.get({ session_id });
    if (heir === undefined) return;
    for (const sum of usageOfSession(raw, session_id))
      for (const share of sharesOf(sum)) {
        const row = { session_id: heir.id, agent: heir.agent, model_json: sum.model, created_at };
        orm
          .insert(agentCalls)
          .values({ ...row, ...share, estimated: sum.estimated })
          .run();
      }
  };
}

interface Share {
  usage_json: Partial<Usage>;
  cost_usd?: number;
}

/** What the provider has told the cost of, what is left to price, and what nobody has counted: a row has one of them. */
function sharesOf({ usage, unpriced, unknown, cost_usd }: ModelUsage): Share[] {
  const told = cost_usd === undefined ? [] : [{ usage_json: subtractUsage(usage, unpriced), cost_usd }];
  const left = Object.values(unpriced).some((tokens) => tokens > 0) ? [{ usage_json: unpriced }] : [];
  return [...told, ...left, ...Array.from({ length: unknown }, () => ({ usage_json: {} }))];
}
