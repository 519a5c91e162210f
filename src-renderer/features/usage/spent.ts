/** What a session has spent (TK-4): sums for each purpose, for each model, and of all. Pure. */

import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import { type ModelUsage, USAGE_PURPOSES } from "../../../src-preload/contract/domain/usage";
import { type Cost, costOf, totalCost } from "../../thread/model/cost";
import { modelKey } from "../../thread/model/model-choice";

export interface Spent {
  tokens: number;
  /** A part of the tokens is an estimate. */
  estimated: boolean;
  /** Nobody has counted the tokens of some calls (TK-5). */
  unknown: boolean;
  cost: Cost;
}

const total = (used: readonly ModelUsage[], choices: readonly ModelChoice[]): Spent => ({
  tokens: used
    .flatMap(({ usage }) => Object.values(usage))
    .reduce((sum: number, tokens: number) => sum + tokens, 0),
  estimated: used.some(({ estimated }) => estimated),
  unknown: used.some(({ unknown }) => unknown > 0),
  cost: totalCost(used.map((one) => costOf(one, choices))),
});

/** Purposes and models without a call are left out; models are in the order of their first call. */
export function spentOf(used: readonly ModelUsage[], choices: readonly ModelChoice[]) {
  const models = new Map(used.map(({ model }) => [modelKey(model), model]));
  return {
    all: total(used, choices),
    purposes: USAGE_PURPOSES.flatMap((purpose) => {
      const own = used.filter((one) => one.purpose === purpose);
      return own.length === 0 ? [] : [{ purpose, ...total(own, choices) }];
    }),
    models: [...models].map(([key, model]) => {
      const own = used.filter((one) => modelKey(one.model) === key);
      return { key, model, ...total(own, choices) };
    }),
  };
}
