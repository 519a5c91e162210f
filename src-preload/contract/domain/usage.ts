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

/** The tokens that one model's answers have used in a session. Hidden answers count: they were paid for (TK-4). */
export interface ModelUsage {
  model: ModelRef;
  messages: number;
  /** Messages whose usage nobody measured or could estimate (TK-5). */
  unknown: number;
  usage: Usage;
  /** True where a part of `usage` is an estimate. */
  estimated: boolean;
  /** The cost that the provider reported; absent where it reported none. */
  cost_usd?: number;
  /** The part of `usage` without a reported cost. */
  unpriced: Usage;
}
