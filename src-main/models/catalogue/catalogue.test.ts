import { describe, expect, test } from "vitest";
import { z } from "zod";
import catalogue from "../../../resources/models.json";
import { THINKING_LEVELS } from "../../../src-preload/contract/domain/models";
import { knownModel } from "./catalogue";

const tokens = z.int().min(1000).max(10_000_000);
const dollars = z.number().positive().max(1000);
const entry = z.strictObject({
  id: z.string().min(1),
  type: z.enum(["anthropic", "openai", "google"]),
  label: z.string().min(1),
  context_limit: tokens,
  max_output: tokens.optional(),
  price: z
    .strictObject({
      input: dollars,
      output: dollars,
      cache_read: dollars.optional(),
      cache_write: dollars.optional(),
    })
    .optional(),
  small: z.literal(true).optional(),
  thinking: z.array(z.enum(THINKING_LEVELS)).min(1).optional(),
  thinking_by: z.literal("budget").optional(),
});

describe("resources/models.json", () => {
  test.each(catalogue.models)("$id says nothing but what the catalogue reads", (model) => {
    expect(entry.parse(model)).toEqual(model);
    // The type of the import is narrower than what `toEqual` has shown.
    const { price, context_limit, max_output = 0 } = entry.parse(model);
    expect(max_output).toBeLessThanOrEqual(context_limit);
    if (price !== undefined) expect(price.cache_read ?? 0).toBeLessThan(price.input);
  });

  test("no two models are the same one", () => {
    expect(catalogue.models.map(({ id }) => knownModel(id)?.id)).toEqual(
      catalogue.models.map(({ id }) => id),
    );
  });
});

test.each([
  ["claude-haiku-4-5-20251001", "claude-haiku-4-5"],
  ["gpt-4o-2024-08-06", "gpt-4o"],
  ["anthropic/claude-opus-4.5", "claude-opus-4-5"],
  ["openai/gpt-4o:extended", "gpt-4o"],
  ["models/gemini-2.5-pro", "gemini-2.5-pro"],
  ["gpt-4o-mini", "gpt-4o-mini"],
  ["gpt-4", undefined],
  ["my-gpt-4o", undefined],
])("%s is known as %s", (id, known) => {
  expect(knownModel(id)?.id).toBe(known);
});
