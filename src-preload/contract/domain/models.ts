/** Models: how one is named, what is known of it, what it costs. */

import type { Sentence } from "./sentence";

/** Which model answers (MS-1); `variant` is a thinking level and lasts one turn. */
export interface ModelRef {
  provider_id: string;
  model_id: string;
  variant?: string;
}

/** How much a model may be asked to think (`variant`, MS-1): the names that providers and settings share, from little to much. */
export const THINKING_LEVELS = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

/** US dollars per million tokens; a cache price that is absent is that of plain input. */
export interface ModelPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** A model that can be chosen now, or why it cannot. */
export interface ModelChoice {
  ref: ModelRef;
  label: string;
  /** Tokens; where nobody said, what is assumed of such a model. */
  context_limit?: number;
  /** Tokens of one answer, at most; absent where the provider decides. */
  max_output?: number;
  /** True where a limit is a guess: neither the settings nor the catalogue know this model. */
  assumed?: true;
  /** For views to compute a cost with (TK-4); absent where nobody said. */
  price?: ModelPrice;
  /** The provider's cheap one, for titles and summaries. */
  small?: true;
  /** The thinking levels it takes as `variant` (MS-1), from little to much; absent where it takes none. */
  thinking?: ThinkingLevel[];
  /** True for the built-in model: offline, no key. */
  offline: boolean;
  /** Why it cannot be used, e.g. a key that is missing. */
  unavailable?: Sentence;
}
