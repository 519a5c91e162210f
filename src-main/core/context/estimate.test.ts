import { describe, expect, it } from "vitest";
import { Calibration, estimateOf } from "./estimate";

const ONE = { provider_id: "acme", model_id: "one" };
const cached = (input: number, cache_read = 0, cache_write = 0) => ({ input, cache_read, cache_write });

describe("[TK-3] an estimate", () => {
  it.each([
    { of: "all of a prompt", raw: 1000, ratio: 1.1, tokens: 1100 },
    { of: "part of a token, as a whole one", raw: 1, ratio: 1.1, tokens: 2 },
    { of: "nothing", raw: 0, ratio: 1.1, tokens: 0 },
  ])("is of $of", ({ of: _, tokens, ...known }) => {
    expect(estimateOf(known)).toBe(tokens);
  });
});

describe("[TK-3] the ratio of a model", () => {
  it.each([
    { of: "input and both caches", usage: cached(200, 1000, 50), raw: 1000, ratio: 1.25 },
    { of: "no less than half", usage: cached(1), raw: 1000, ratio: 0.5 },
    { of: "no more than three", usage: cached(9000), raw: 1000, ratio: 3 },
    { of: "a guess, where the provider reported no input", usage: cached(0), raw: 1000, ratio: 1.1 },
    { of: "a guess, where nothing was counted", usage: cached(7), raw: 0, ratio: 1.1 },
    { of: "a guess, where neither was", usage: cached(0), raw: 0, ratio: 1.1 },
    { of: "a guess, where a count is no number", usage: cached(Number.NaN), raw: 10, ratio: 1.1 },
  ])("is that of $of", ({ usage, raw, ratio }) => {
    const calibration = new Calibration();
    calibration.measured(ONE, usage, raw);
    expect(calibration.ratioOf(ONE)).toBe(ratio);
  });

  it("is a guess before any measure, and afterwards its own, whatever level it thinks at", () => {
    const calibration = new Calibration();
    expect(calibration.ratioOf(ONE)).toBe(1.1);
    calibration.measured({ ...ONE, variant: "high" }, cached(200), 100);
    expect(calibration.ratioOf({ ...ONE, variant: "low" })).toBe(2);
    expect(calibration.ratioOf({ ...ONE, model_id: "two" })).toBe(1.1);
    expect(calibration.ratioOf({ ...ONE, provider_id: "other" })).toBe(1.1);
    calibration.measured(ONE, cached(150), 100);
    expect(calibration.ratioOf(ONE)).toBe(1.5);
  });

  it("is forgotten for the model that was measured longest ago, once there are very many", () => {
    const calibration = new Calibration();
    const model = (at: number) => ({ provider_id: "acme", model_id: `m${at}` });
    for (let at = 0; at < 64; at++) calibration.measured(model(at), cached(200), 100);
    calibration.measured(model(0), cached(200), 100);
    calibration.measured(model(64), cached(200), 100);
    expect([0, 1, 2, 64].map((at) => calibration.ratioOf(model(at)))).toEqual([2, 1.1, 2, 2]);
  });
});

it("[TK-3] one count of a model runs at a time; another model's beside it, and the next one after it, also after one that failed", async () => {
  const calibration = new Calibration();
  const begun: string[] = [];
  const counting = (name: string, model = ONE) => {
    const end = { resolve: () => {}, reject: (_: Error) => {} };
    const done = calibration.counting(model, () => {
      begun.push(name);
      return new Promise((resolve, reject) => Object.assign(end, { resolve, reject }));
    });
    return { end, done };
  };
  const first = counting("first");
  await counting("meanwhile").done;
  const other = counting("other", { ...ONE, model_id: "two" });
  expect(begun).toEqual(["first", "other"]);
  first.end.reject(new Error("stopped"));
  await expect(first.done).rejects.toThrow("stopped");
  other.end.resolve();
  await other.done;
  const next = counting("next");
  expect(begun).toEqual(["first", "other", "next"]);
  next.end.resolve();
  await next.done;
});

it("a model whose server cuts its prompts is estimated as if unmeasured, until a whole prompt is counted", () => {
  const calibration = new Calibration();
  const model = { provider_id: "p", model_id: "cut" };
  calibration.measured(model, { input: 700, cache_read: 0, cache_write: 0 }, 1000);
  calibration.distrust({ ...model, variant: "high" });
  expect([calibration.isDistrusted(model), calibration.isMeasured(model)]).toEqual([true, false]);
  calibration.measured(model, { input: 1200, cache_read: 0, cache_write: 0 }, 1000);
  expect([calibration.isDistrusted(model), calibration.ratioOf(model)]).toEqual([false, 1.2]);
});
