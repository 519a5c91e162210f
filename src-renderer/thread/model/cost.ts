/** The cost of tokens (TK-4): the provider's own number, else computed from a list of prices. A model without a price has no cost. */

import type { ModelChoice, ModelPrice, ModelRef } from "../../../src-preload/contract/domain/models";
import type { ModelUsage, Usage } from "../../../src-preload/contract/domain/usage";

const MILLION = 1_000_000;

/** US dollars. Reasoning costs as much as output. Without a cache price cached input costs as much as other input. */
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

/** The choice of a model. Thinking levels do not matter. */
export function choiceOf(
  models: readonly ModelChoice[],
  wanted: ModelRef | undefined,
): ModelChoice | undefined {
  return models.find(
    ({ ref }) => ref.provider_id === wanted?.provider_id && ref.model_id === wanted.model_id,
  );
}

/** US dollars. An absent number is not zero (TK-5). */
export interface Cost {
  told?: number;
  computed?: number;
  /** A part of the cost cannot be known. */
  unknown: boolean;
  /** The model runs on this machine. */
  free: boolean;
}

const isNothing = (usage: Usage): boolean => Object.values(usage).every((tokens) => tokens === 0);

export function costOf(used: ModelUsage, models: readonly ModelChoice[]): Cost {
  const choice = choiceOf(models, used.model);
  const told = used.cost_usd === undefined ? {} : { told: used.cost_usd };
  if (choice?.offline === true) return { computed: 0, unknown: false, free: true };
  if (isNothing(used.unpriced)) return { ...told, unknown: used.unknown > 0, free: false };
  if (choice?.price === undefined) return { ...told, unknown: true, free: false };
  return { ...told, computed: priceOf(used.unpriced, choice.price), unknown: used.unknown > 0, free: false };
}

const sum = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((a, b) => a + b, 0);
};

export function totalCost(costs: readonly Cost[]): Cost {
  const told = sum(costs.map((cost) => cost.told));
  const computed = sum(costs.map((cost) => cost.computed));
  return {
    ...(told === undefined ? {} : { told }),
    ...(computed === undefined ? {} : { computed }),
    unknown: costs.some(({ unknown }) => unknown),
    free: costs.length > 0 && costs.every(({ free }) => free),
  };
}
