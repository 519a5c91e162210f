import fc from "fast-check";
import { expect, it, test } from "vitest";
import { type PromptOrigin, partsOf, scaled } from "./breakdown";

const SECTIONS = [{ name: "manifest" }, { name: "environment" }];

test("[TK-3] the parts of the window are in the proportion of their counts, and add up to the one number", () => {
  const raw = new Map<PromptOrigin, number>([
    [0, 100],
    [1, 50],
    ["tools", 50],
    ["turns", 200],
    ["tool_results", 100],
  ]);
  expect(partsOf(raw, SECTIONS, 1000)).toEqual({
    system: [
      { name: "manifest", tokens: 200 },
      { name: "environment", tokens: 100 },
    ],
    tools: 100,
    summary: 0,
    turns: 400,
    attachments: 0,
    tool_results: 200,
  });
});

it.each([
  [[1, 1, 1], 100, [34, 33, 33]],
  [[1, 0, 2], 10, [3, 0, 7]],
  [[5, 5], 1, [1, 0]],
  [[0, 0], 7, [0, 0]],
  [[], 7, []],
])("scales %j to %i", (counts, total, parts) => {
  expect(scaled(counts, total)).toEqual(parts);
});

test("[TK-3] whatever the counts are, their shares add up, none is negative, and nothing stays nothing", () => {
  const counts = fc.array(fc.nat(2_000_000), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(counts, fc.nat(2_000_000), (raw, total) => {
      fc.pre(raw.some((count) => count > 0));
      const parts = scaled(raw, total);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
      for (const [at, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0);
        if (raw[at] === 0) expect(part).toBe(0);
      }
    }),
  );
});
