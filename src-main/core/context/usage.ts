/** The five numbers of TK-1 from what a provider reports, sums of them, and honest estimates where it reports nothing (TK-5). */

import type { LanguageModelUsage } from "ai";
import type { Usage } from "../../../src-preload/contract/domain/usage";

export const NO_USAGE: Usage = { input: 0, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 };

/**
 * The usage that a step reported, as five parts that never overlap: `input` without both cache counts, `output` without reasoning.
 * Undefined where the provider reported nothing, or only zeros, which no real step can cost.
 */
export function reportedUsage(reported: LanguageModelUsage): Usage | undefined {
  const { inputTokenDetails, outputTokenDetails } = reported;
  const cache_read = count(inputTokenDetails?.cacheReadTokens);
  const cache_write = count(inputTokenDetails?.cacheWriteTokens);
  const reasoning = count(outputTokenDetails?.reasoningTokens);
  // Totals include the details; a detail larger than its total (seen from sloppy servers) must not make a negative count.
  const usage = {
    input: count(reported.inputTokens) - cache_read - cache_write,
    output: count(reported.outputTokens) - reasoning,
    reasoning,
    cache_read,
    cache_write,
  };
  usage.input = Math.max(0, usage.input);
  usage.output = Math.max(0, usage.output);
  return totalTokens(usage) === 0 ? undefined : usage;
}

const count = (value: number | undefined): number =>
  value !== undefined && Number.isFinite(value) ? Math.max(0, value) : 0;

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    reasoning: a.reasoning + b.reasoning,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
  };
}

/** `a` without `b`, which is a part of it. */
export const subtractUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input - b.input,
  output: a.output - b.output,
  reasoning: a.reasoning - b.reasoning,
  cache_read: a.cache_read - b.cache_read,
  cache_write: a.cache_write - b.cache_write,
});

/** Sums the five numbers. The sum of one step is also what fills the window after it (TK-3). */
export const totalTokens = (usage: Usage): number =>
  usage.input + usage.output + usage.reasoning + usage.cache_read + usage.cache_write;

/**
 * Estimates tokens at four characters each: right within a fifth for English prose, worse for code and other scripts. Callers mark the
 * result as estimated.
 */
export const estimateTokens = (characters: number): number => Math.ceil(characters / 4);

/** Estimates the usage of a step that nobody measured, from the characters that were sent and said. */
export const estimatedUsage = ({ sent, said }: { sent: number; said: number }): Usage => ({
  ...NO_USAGE,
  input: estimateTokens(sent),
  output: estimateTokens(said),
});

/** The cost of a step in US dollars, where the provider's usage report carries a price (TK-4). */
export function reportedCost(reported: LanguageModelUsage): number | undefined {
  const cost = reported.raw?.cost;
  return typeof cost === "number" && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}
