/** What tokens cost by a list of prices (TK-4): computed in the view, where nobody named a cost. */
import type { ModelChoice, ModelPrice, ModelRef, Usage } from "../../../src-preload/contract/types";

const MILLION = 1_000_000;

/** US dollars. Thinking is paid like words; what has no price of its own in the cache is paid like any other input. */
export function priceOf(usage: Usage, price: ModelPrice): number {
  const { input, output, cache_read = input, cache_write = input } = price;
  return (
    (usage.input * input +
      (usage.output + usage.reasoning) * output +
      usage.cache_read * cache_read +
      usage.cache_write * cache_write) /
    MILLION
  );
}

/** What the settings or the catalogue know of a model; a thinking level changes none of it. */
export function choiceOf(
  models: readonly ModelChoice[],
  wanted: ModelRef | undefined,
): ModelChoice | undefined {
  return models.find(
    ({ ref }) => ref.provider_id === wanted?.provider_id && ref.model_id === wanted.model_id,
  );
}
