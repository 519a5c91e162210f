import { expect, test } from "vitest";
import type { Provider } from "../providers/provider-list";
import { factsOf, withoutKnown } from "./model-facts";

const provider = (facts: Partial<Provider>): Provider => ({
  id: "p",
  type: "ollama",
  models: [],
  listed: [],
  windows: {},
  in_settings: true,
  ...facts,
});

test("[AG-7] what a model reads: its settings, then its server's list, then the provider's type, then its name", () => {
  const reads = (facts: Partial<Provider>, id: string) => factsOf(provider(facts), id).reads;
  expect(reads({ models: [{ id: "m", reads: ["pdf"] }], listed: [{ id: "m", reads: [] }] }, "m")).toEqual([
    "pdf",
  ]);
  expect(reads({ listed: [{ id: "llava", reads: [] }] }, "llava")).toBeUndefined();
  expect(reads({ type: "anthropic" }, "m")).toEqual(["image", "pdf"]);
  expect(reads({}, "llava")).toEqual(["image"]);
  expect(reads({}, "m")).toBeUndefined();
});

test("that a model takes no tools, its settings say, else its server", () => {
  const tools = (facts: Partial<Provider>) => factsOf(provider(facts), "m").tools;
  expect(tools({})).toBeUndefined();
  expect(tools({ listed: [{ id: "m", tools: false }] })).toBe(false);
  expect(tools({ listed: [{ id: "m", tools: false }], models: [{ id: "m", tools: true }] })).toBeUndefined();
});

test("of a change, what would hold without the settings too is taken out of them", () => {
  const blind = provider({ models: [{ id: "m", reads: ["image"], tools: false }] });
  expect(withoutKnown(blind, "m", { reads: [], tools: true })).toEqual({ reads: null, tools: null });
  expect(withoutKnown(blind, "m", { reads: ["image"], tools: false })).toEqual({
    reads: ["image"],
    tools: false,
  });
  expect(withoutKnown(blind, "m", {})).toEqual({});
  const seeing = provider({ listed: [{ id: "m", reads: ["image"], tools: false }] });
  expect(withoutKnown(seeing, "m", { reads: ["image"], tools: false })).toEqual({ reads: null, tools: null });
  expect(withoutKnown(seeing, "m", { reads: [] })).toEqual({ reads: [] });
});
