/** Models: their names, their facts, their prices. */

import type { ReadableKind } from "./attachments";
import type { Sentence } from "./sentence";

/** Names the model that answers (MS-1). `variant` is a thinking level and counts for one message. */
export interface ModelRef {
  provider_id: string;
  model_id: string;
  variant?: string;
}

/** Levels of thinking (`variant`, MS-1), from little to much: the names that providers and settings share. */
export const THINKING_LEVELS = ["minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

/** US dollars per million tokens. An absent cache price is that of plain input. */
export interface ModelPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** A model that can be chosen now, or the reason why it cannot. */
export interface ModelChoice {
  ref: ModelRef;
  label: string;
  /** Tokens; an assumption where neither settings, provider nor catalogue state a limit. */
  context_limit?: number;
  /** Tokens of one answer, at most; absent where the provider decides. */
  max_output?: number;
  /** Tokens that a conversation leaves free, unless the limits ask for less (CP-1). */
  reserve_tokens: number;
  /** Nothing is summarised by itself for this model (CP-8). */
  kept_whole?: true;
  /** True where a limit is a guess: neither the settings nor the catalogue know this model. */
  assumed?: true;
  /** For views that compute a cost (TK-4); absent where nobody states a price. */
  price?: ModelPrice;
  /** The provider's cheap model, for titles and summaries. */
  small?: true;
  /** The thinking levels that the model takes as `variant` (MS-1), from little to much; absent where it takes none. */
  thinking?: ThinkingLevel[];
  /** The level of a message for which its user chose none (MS-1); absent where the model decides. */
  default_thinking?: ThinkingLevel;
  /** The kinds of file that it reads, beside texts (AG-7); absent where it reads none. */
  reads?: readonly ReadableKind[];
  /** False for a model that takes no tools: it is sent none. */
  tools?: false;
  /** True for the built-in model: offline, no key. */
  offline: boolean;
  /** Why the model cannot be used, e.g. a missing key. */
  unavailable?: Sentence;
}
