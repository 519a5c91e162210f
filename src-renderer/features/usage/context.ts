/** Computes how full the model's window is (TK-3), and where summarising begins (CP-1). Pure. */

import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { SessionBilling } from "../../../src-preload/contract/domain/usage";

export interface ContextUse {
  /** The tokens that fill the context window now. */
  tokens: number;
  /** True if the count is an estimate. */
  estimated: boolean;
  /** Absent for an unknown model. */
  limit?: number;
  /** True if the limit is a guess. */
  assumed: boolean;
  /** From this count on, the conversation is summarised. */
  summarised_at?: number;
}

/**
 * Returns undefined if nothing has been measured or estimated, which is not zero (TK-5).
 * @param switched the chosen model is not the one that answered last, and counts its tokens differently
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
