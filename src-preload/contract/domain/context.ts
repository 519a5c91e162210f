/** A model's window: the part that a conversation may fill (CP-1), and what fills it (TK-3). Pure. */

import type { Usage } from "./usage";

/** All three in tokens. */
export interface WindowLimits {
  context_limit: number;
  /** The longest answer; absent where the provider decides. */
  max_output?: number | undefined;
  reserve_tokens: number;
}

/** Tokens of a file of any kind: about those of a large image. Its bytes say nothing of what a model makes of them. */
export const FILE_TOKENS = 1500;

/**
 * Returns the tokens from which on the conversation is summarised: the window without a reserve for the answer. The reserve is never more
 * than an answer can take, nor more than a quarter of the window, since a small window would otherwise have no room at all.
 */
export function usableOf({ context_limit, max_output, reserve_tokens }: WindowLimits): number {
  const reserve = Math.min(reserve_tokens, max_output ?? Number.POSITIVE_INFINITY, context_limit / 4);
  return Math.floor(context_limit - reserve);
}

/** Tokens of the prompt as it would be sent now, by their origin. */
export interface ContextParts {
  /** The sections of the system prompt, in their order. */
  system: { name: string; tokens: number }[];
  tools: number;
  /** Stands for earlier turns (CP-3). */
  summary: number;
  /** The words of both sides, thoughts and calls of tools. */
  turns: number;
  attachments: number;
  tool_results: number;
}

/** The content of a model's window (TK-3). The parts add up to `tokens`. */
export interface ContextBreakdown {
  tokens: number;
  /** True unless a provider has counted all of it. */
  estimated: boolean;
  parts: ContextParts;
  /** The last step as its provider counted it (TK-1); absent where it did not. */
  last_step?: Usage;
}
