/** How full the window of the model is (TK-3), and where summarising will begin (CP-1): pure. */

import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { SessionBilling } from "../../../src-preload/contract/domain/usage";

export interface ContextUse {
  /** The tokens that fill the context window now. */
  tokens: number;
  /** True where nothing has measured it. */
  estimated: boolean;
  /** Absent where nobody knows the model. */
  limit?: number;
  /** The limit is a guess. */
  assumed: boolean;
  /** From here on the conversation is summarised. */
  summarised_at?: number;
}

/**
 * Undefined where nothing has been measured or estimated: that is not zero (TK-5).
 * @param switched another model than the one that answered last is chosen: it counts in tokens of its own
 */
export function contextUse(
  billing: SessionBilling,
  model: ModelChoice | undefined,
  reserve_tokens: number,
  switched: boolean,
): ContextUse | undefined {
  const { context_tokens, context_estimated } = billing;
  if (context_tokens === null) return undefined;
  const used = {
    tokens: context_tokens,
    estimated: context_estimated || switched,
    assumed: model?.assumed === true,
  };
  const limit = model?.context_limit;
  if (limit === undefined) return used;
  const reserve = Math.min(reserve_tokens, model?.max_output ?? Number.POSITIVE_INFINITY, limit / 4);
  return { ...used, limit, summarised_at: Math.round(limit - reserve) };
}
