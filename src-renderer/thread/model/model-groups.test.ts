import { describe, expect, it } from "vitest";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";
import { findModels, MOST_ROWS, withLevelOf } from "./model-groups";

const model = (provider_id: string, model_id: string, more: Partial<ModelChoice> = {}): ModelChoice => ({
  ref: { provider_id, model_id },
  label: `${model_id} (${provider_id})`,
  offline: false,
  reserve_tokens: 20_000,
  ...more,
});
const all = [model("acme", "big"), model("acme", "small"), model("other", "big"), model("other", "tiny")];
const seen = ({ groups }: ReturnType<typeof findModels>) =>
  groups.map(({ key, items }) => `${key}: ${items.map(({ ref }) => ref.model_id).join(" ")}`);

describe("the list of models", () => {
  it("has the favourites first, in their order, and each model once", () => {
    const favourites = [
      { provider_id: "other", model_id: "tiny" },
      { provider_id: "acme", model_id: "big" },
      { provider_id: "gone", model_id: "away" },
    ];
    expect(seen(findModels(all, favourites, ""))).toEqual([
      "favourites: tiny big",
      "provider:acme: small",
      "provider:other: big",
    ]);
  });

  it("is searched by every word, in label, id and provider, whatever their case", () => {
    expect(seen(findModels(all, [], "BIG oth"))).toEqual(["provider:other: big"]);
    expect(seen(findModels(all, [], "acme"))).toEqual(["provider:acme: big small"]);
    expect(findModels(all, [], "nobody")).toEqual({ groups: [], more: 0 });
  });

  it("shows no more rows than anybody reads, and says how many there are beyond", () => {
    const many = Array.from({ length: MOST_ROWS + 30 }, (_, n) => model(n % 2 === 0 ? "a" : "b", `m${n}`));
    const found = findModels(many, [], "");
    expect(found.groups.flatMap(({ items }) => items)).toHaveLength(MOST_ROWS);
    expect(found.more).toBe(30);
  });

  it("[MS-1b] another model keeps the level that was picked where it takes it, else has its own default level", () => {
    const high = { provider_id: "acme", model_id: "big", variant: "high" };
    const current = { picked: high, agentLevel: undefined };
    const nothing = { picked: undefined, agentLevel: undefined };
    const levels: ModelChoice["thinking"] = ["low", "high"];
    expect(withLevelOf(current, model("other", "tiny", { thinking: levels }))).toEqual({
      provider_id: "other",
      model_id: "tiny",
      variant: "high",
    });
    expect(withLevelOf(current, model("other", "tiny", { thinking: ["low"] })).variant).toBeUndefined();
    expect(withLevelOf(nothing, model("other", "tiny", { default_thinking: "low" })).variant).toBe("low");
    expect(withLevelOf(nothing, model("other", "tiny"))).toEqual({
      provider_id: "other",
      model_id: "tiny",
    });
  });

  it("[AG-8] another model has the level of the agent where it takes that, unless one was picked", () => {
    const high = { provider_id: "acme", model_id: "big", variant: "high" };
    const both = model("other", "tiny", { thinking: ["low", "high"], default_thinking: "high" });
    const of = (picked: ModelRef | undefined, choice = both) =>
      withLevelOf({ picked, agentLevel: "low" }, choice).variant;
    expect(of(undefined)).toBe("low");
    expect(of(high)).toBe("high");
    expect(of(undefined, model("other", "tiny", { thinking: ["high"], default_thinking: "high" }))).toBe(
      "high",
    );
    expect(of(undefined, model("other", "tiny"))).toBeUndefined();
  });
});
