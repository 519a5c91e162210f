import { expect, test } from "vitest";
import { compactionLimits, compactionTexts, readCompaction } from "./compaction-fields";

test("[CP-8] a model's own values are shown in percent and seconds; the others are left empty", () => {
  const compaction = {
    auto: false,
    reserve_tokens: 0,
    tail_budget_pct: 0.29,
    retry_block_ms: 1500,
    "smart_recovery.drop_middle": true,
  };
  expect(compactionTexts({ compaction })).toEqual({
    auto: "off",
    reserve_tokens: "0",
    tail_budget_pct: "29",
    retry_block_ms: "1.5",
    "smart_recovery.drop_middle": "on",
  });
  expect(compactionTexts({})).toEqual({});
});

test("[CP-8] only what was changed is saved, and what was emptied is taken out", () => {
  const typed = { auto: "off", prepare: "", tail_turns: "4", prune_at: "12,5", retry_block_ms: "1.5" };
  expect(readCompaction({ ...typed, clear_at: " " })).toEqual({
    wrong: new Set(),
    values: {
      auto: false,
      prepare: null,
      tail_turns: 4,
      prune_at: 0.125,
      retry_block_ms: 1500,
      clear_at: null,
    },
  });
  expect(readCompaction({}).values).toEqual({});
});

test.each([
  ["tail_turns", "1.5"],
  ["tail_turns", "1001"],
  ["tail_budget_pct", "101"],
  ["clear_at", "half"],
  ["reserve_tokens", "-1"],
  ["retry_block_ms", "86401"],
] as const)("[CP-8] %s cannot be %s", (name, text) => {
  expect([...readCompaction({ [name]: text }).wrong]).toEqual([name]);
});

test("[CP-8] the limits are told in what a field counts", () => {
  expect(compactionLimits("clear_at")).toEqual({ min: 0, max: 100 });
  expect(compactionLimits("retry_block_ms")).toEqual({ min: 0, max: 86_400 });
  expect(compactionLimits("tail_turns")).toEqual({ min: 0, max: 1000 });
});
