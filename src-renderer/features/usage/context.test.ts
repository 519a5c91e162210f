import { describe, expect, it } from "vitest";
import { FILE_TOKENS } from "../../../src-preload/contract/domain/context";
import type { ModelChoice } from "../../../src-preload/contract/domain/models";
import type { SessionBilling } from "../../../src-preload/contract/domain/usage";
import { priceOf } from "../../thread/model/cost";
import { contextUse, guessedDraft, isNearlyFull } from "./context";

const billing = (context_tokens: number | null, context_estimated = false) =>
  ({ context_tokens, context_estimated }) as SessionBilling;
const model = (more: Partial<ModelChoice>): ModelChoice => ({
  ref: { provider_id: "acme", model_id: "one" },
  label: "one",
  offline: false,
  reserve_tokens: 20_000,
  ...more,
});

describe("[TK-3] how full a context is", () => {
  it("is unknown, not zero, where nothing measured it", () => {
    expect(contextUse(billing(null), model({ context_limit: 1000 }), false)).toBeUndefined();
  });

  it.each([
    ["the reserve of the settings", { context_limit: 200_000, max_output: 64_000 }, 180_000],
    ["one answer, if it is shorter", { context_limit: 200_000, max_output: 8_000 }, 192_000],
    ["the reserve of the model", { context_limit: 200_000, reserve_tokens: 500 }, 199_500],
    ["a quarter of a small window", { context_limit: 8_000 }, 6_000],
  ])("leaves free %s", (_, limits, summarised_at) => {
    expect(contextUse(billing(10), model(limits), false)?.summarised_at).toBe(summarised_at);
  });

  it("says what is estimated, what is assumed, and nothing of a limit that nobody knows", () => {
    expect(contextUse(billing(10, true), model({ context_limit: 100, assumed: true }), false)).toMatchObject({
      estimated: true,
      assumed: true,
    });
    expect(contextUse(billing(10), undefined, false)).toEqual({
      tokens: 10,
      estimated: false,
      assumed: false,
      by_hand: false,
      draft: 0,
    });
  });

  it("holds the draft, and a later count than the session's own", () => {
    const one = model({ context_limit: 1000 });
    const counted = { tokens: 200, estimated: false };
    expect(contextUse(billing(10), one, false, undefined, 5)).toMatchObject({ tokens: 15, estimated: true });
    expect(contextUse(billing(10), one, true, counted)).toMatchObject({ tokens: 200, estimated: false });
  });

  it("[TK-3f] files in the draft count, and make the number an estimate", () => {
    expect(guessedDraft(0, 0)).toBe(0);
    expect(guessedDraft(9, 2)).toBe(3 + 2 * FILE_TOKENS);
    const measured = contextUse(billing(10), model({}), false);
    expect(measured).toMatchObject({ tokens: 10, estimated: false });
    const withFile = contextUse(billing(10), model({}), false, undefined, guessedDraft(0, 1));
    expect(withFile).toMatchObject({ tokens: 10 + FILE_TOKENS, estimated: true, draft: FILE_TOKENS });
  });

  it.each([
    [674, false],
    [675, true],
    [900, true],
  ])("[CP-8] is nearly full from nine tenths of the room on: %i", (tokens, full) => {
    const use = contextUse(billing(tokens), model({ context_limit: 1000, kept_whole: true }), false);
    expect(use).toMatchObject({ by_hand: true, summarised_at: 750 });
    expect(use && isNearlyFull(use)).toBe(full);
  });

  it("[Z-5] is the count of the last step while its session has none yet", () => {
    const counted = { tokens: 50, estimated: false };
    expect(contextUse(billing(null), undefined, false, counted)).toMatchObject(counted);
    expect(contextUse(billing(20, true), undefined, false, counted)).toMatchObject(counted);
  });

  it("is never nearly full where nobody knows the limit", () => {
    const use = contextUse(billing(9_000_000), undefined, false);
    expect(use && isNearlyFull(use)).toBe(false);
  });
});

it("[TK-3d] is an estimate where another model is chosen than the one that measured it", () => {
  const one = model({ context_limit: 1000 });
  expect(contextUse(billing(10), one, false)).toMatchObject({ tokens: 10, estimated: false });
  expect(contextUse(billing(10), one, true)).toMatchObject({ tokens: 10, estimated: true });
});

describe("[TK-4] what tokens cost", () => {
  const usage = { input: 1000, output: 200, reasoning: 300, cache_read: 4000, cache_write: 500 };

  it("is each kind by its own price, thinking as words", () => {
    const price = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 };
    expect(priceOf(usage, price)).toBeCloseTo((3000 + 7500 + 1200 + 1875) / 1e6, 12);
  });

  it("is, for a cache without a price of its own, that of other input", () => {
    expect(priceOf(usage, { input: 2, output: 10 })).toBeCloseTo((2000 + 5000 + 8000 + 1000) / 1e6, 12);
  });
});
