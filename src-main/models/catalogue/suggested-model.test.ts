import { expect, test } from "vitest";
import type { Provider } from "../providers/provider-list";
import { suggestedModel } from "./suggested-model";

const suggested = (type: Provider["type"], ids: readonly string[], at: Pick<Provider, "base_url"> = {}) =>
  suggestedModel({
    id: "p",
    type,
    ...at,
    models: [],
    listed: ids.map((id) => ({ id })),
    windows: {},
    in_settings: true,
  });

test("a provider begins with the first model of the catalogue that it lists, wherever it lists it", () => {
  expect(suggested("openai", ["gpt-4-0613", "gpt-4o-mini", "gpt-5-mini", "gpt-5.1"])).toBe("gpt-5.1");
  expect(suggested("google", ["gemini-2.0-flash", "gemini-2.5-flash", "gemini-2.5-pro"])).toBe(
    "gemini-2.5-pro",
  );
});

test("a name with a date is the model that it dates, and gives way to the plain name", () => {
  expect(suggested("anthropic", ["claude-3-opus", "claude-opus-4-5-20251101"])).toBe(
    "claude-opus-4-5-20251101",
  );
  expect(suggested("openai", ["gpt-5.1-2025-11-13", "gpt-5.1"])).toBe("gpt-5.1");
});

test("OpenRouter begins with the first model of the whole catalogue that it lists, by its plain name", () => {
  const at = { base_url: "https://openrouter.ai/api/v1" };
  const ids = [
    "some/new-model:free",
    "openai/gpt-5.1",
    "anthropic/claude-opus-4.5:beta",
    "anthropic/claude-opus-4.5",
  ];
  expect(suggested("openai-compatible", ids, at)).toBe("anthropic/claude-opus-4.5");
  expect(suggested("openai-compatible", ["some/model", "another/model"], at)).toBe("some/model");
});

test("of models that the catalogue does not know, or knows as another maker's, the first one stays", () => {
  expect(suggested("openai", ["gpt-99", "claude-opus-4-5"])).toBe("gpt-99");
  expect(suggested("openai-compatible", ["some/model", "openai/gpt-5.1"])).toBe("some/model");
  expect(suggested("openai-compatible", [])).toBeUndefined();
});
