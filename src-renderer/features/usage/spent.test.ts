import { describe, expect, it } from "vitest";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { ModelUsage, Usage, UsagePurpose } from "../../../src-preload/contract/domain/usage";
import { spentOf } from "./spent";

const ref = (model_id: string) => ({ provider_id: "acme", model_id });
const tokens = (input: number): Usage => ({ input, output: 0, reasoning: 0, cache_read: 0, cache_write: 0 });

const used = (
  purpose: UsagePurpose,
  model_id: string,
  input: number,
  more: Partial<ModelUsage> = {},
): ModelUsage => ({
  ...{ purpose, model: ref(model_id), calls: 1, unknown: 0, estimated: false },
  ...{ usage: tokens(input), unpriced: tokens(input), ...more },
});

const choice = (model_id: string, more: Partial<ModelChoice>): ModelChoice => ({
  ...{ ref: ref(model_id), label: model_id, offline: false, reserve_tokens: 0, ...more },
});
const CHOICES = [
  choice("big", { price: { input: 10, output: 50 } }),
  choice("small", { price: { input: 1, output: 5 } }),
  choice("here", { offline: true }),
];

describe("[TK-4b] what a session has spent", () => {
  it("[TK-4f] has a line for each purpose and each model, and both make the same sum", () => {
    const { all, purposes, models } = spentOf(
      [
        used("answers", "big", 1_000_000),
        used("titles", "small", 1_000_000),
        used("helpers", "big", 500_000, { cost_usd: 2, unpriced: tokens(0) }),
        used("helpers", "small", 2_000_000, { estimated: true }),
      ],
      CHOICES,
    );
    expect(purposes).toMatchObject([
      { purpose: "answers", tokens: 1_000_000, estimated: false, cost: { computed: 10 } },
      { purpose: "helpers", tokens: 2_500_000, estimated: true, cost: { told: 2, computed: 2 } },
      { purpose: "titles", tokens: 1_000_000, cost: { computed: 1 } },
    ]);
    expect(models).toMatchObject([
      { model: ref("big"), tokens: 1_500_000, cost: { told: 2, computed: 10 } },
      { model: ref("small"), tokens: 3_000_000, estimated: true, cost: { computed: 3 } },
    ]);
    expect(all).toMatchObject({ tokens: 4_500_000, unknown: false, cost: { told: 2, computed: 13 } });
  });

  it("[TK-5b] says what nobody knows of, of a part and then of the whole: never zero", () => {
    const { all, purposes } = spentOf(
      [
        used("answers", "big", 1_000_000),
        used("helpers", "strange", 100),
        used("summaries", "big", 0, { unknown: 1 }),
      ],
      CHOICES,
    );
    expect(purposes.map(({ unknown, cost }) => [unknown, cost.computed, cost.unknown])).toEqual([
      [false, 10, false],
      [false, undefined, true],
      [true, undefined, true],
    ]);
    expect(all).toMatchObject({ tokens: 1_000_100, unknown: true, cost: { computed: 10, unknown: true } });
  });

  it("is free where all of it ran on this computer, and nothing where nothing was asked", () => {
    const { models } = spentOf([used("answers", "here", 5), used("titles", "here", 5)], CHOICES);
    expect(models).toMatchObject([{ tokens: 10, cost: { free: true, computed: 0 } }]);
    expect(spentOf([], CHOICES)).toMatchObject({ purposes: [], models: [], all: { tokens: 0 } });
  });
});
