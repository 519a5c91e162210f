/** Computes whether a conversation fits into a model's window, before that model is chosen (MS-2, MS-3). Pure. */

import { usableOf } from "../../../src-preload/contract/domain/context";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";

/** `summarise`: with a summary of earlier turns. `too-large`: not even so. `unknown`: nobody knows one of the two sizes. */
export type Fit = "fits" | "summarise" | "too-large" | "unknown";

/** Tokens that stand in every prompt: the system prompt, the tools and a summary. A smaller window has no room for a conversation. */
const LEAST = 2000;
/** Tokens of a character, about. */
const RATE = 0.28;

/**
 * @param tokens the tokens that fill the window now; null where nobody measured or estimated them
 * @param written the characters of the next message, which no summary makes shorter
 */
export function fitOf(
  tokens: number | null | undefined,
  { context_limit, max_output, reserve_tokens, kept_whole }: Omit<ModelChoice, "ref" | "label" | "offline">,
  written = 0,
): Fit {
  if (tokens === null || tokens === undefined || context_limit === undefined) return "unknown";
  const message = written * RATE;
  if (tokens + message < usableOf({ context_limit, max_output, reserve_tokens })) return "fits";
  if (kept_whole) return tokens + message < context_limit ? "fits" : "too-large";
  return LEAST + message < context_limit ? "summarise" : "too-large";
}
