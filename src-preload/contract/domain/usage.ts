/** Tokens and cost (TK) of a message, a session, a model. */

import type { ModelRef } from "./models";

/** Tokens of one message, summed over its steps; the five never overlap (TK-1). */
export interface Usage {
  input: number;
  output: number;
  reasoning: number;
  cache_read: number;
  cache_write: number;
}

/** Sums over the visible assistant messages (TK-2), and the tokens in the context window now (TK-3). */
export interface SessionBilling {
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  cache_read: number;
  cache_write: number;
  total_tokens: number;
  context_tokens: number | null;
  context_estimated: boolean;
  cost_usd: number | null;
}

/**
 * What a session uses tokens for, in the order in which a window names it. `outputs` are summaries of long outputs of tools; what a helper or
 * a sidecar has used counts for it whole, its own summaries included.
 */
export const USAGE_PURPOSES = ["answers", "helpers", "sidecars", "summaries", "outputs", "titles"] as const;
export type UsagePurpose = (typeof USAGE_PURPOSES)[number];

/** The tokens that one model has used in a session, for one purpose. Hidden answers count: they were paid for (TK-4). */
export interface ModelUsage {
  purpose: UsagePurpose;
  model: ModelRef;
  /** Answers, or calls beside them. */
  calls: number;
  /** Calls whose usage nobody measured or could estimate (TK-5). */
  unknown: number;
  usage: Usage;
  /** True where a part of `usage` is an estimate. */
  estimated: boolean;
  /** The cost that the provider reported; absent where it reported none. */
  cost_usd?: number;
  /** The part of `usage` without a reported cost. */
  unpriced: Usage;
}

/** The tokens and costs of a session, by purpose and model (TK-4). */
export interface SessionUsage {
  used: ModelUsage[];
  /** True where a part of the sums over the visible answers (`SessionBilling`) is an estimate (TK-5). */
  sums_estimated: boolean;
}
