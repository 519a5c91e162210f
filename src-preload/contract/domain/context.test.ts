import { expect, it } from "vitest";
import { usableOf } from "./context";

it.each([
  { why: "the reserve", context_limit: 200_000, max_output: 64_000, reserve_tokens: 20_000, usable: 180_000 },
  {
    why: "one answer, if it is shorter",
    context_limit: 200_000,
    max_output: 8_000,
    reserve_tokens: 20_000,
    usable: 192_000,
  },
  {
    why: "the reserve, where nobody limits answers",
    context_limit: 200_000,
    reserve_tokens: 1,
    usable: 199_999,
  },
  { why: "a quarter of a small window", context_limit: 8_000, reserve_tokens: 20_000, usable: 6_000 },
  {
    why: "a quarter, where one answer may fill the window",
    context_limit: 40_000,
    max_output: 40_000,
    reserve_tokens: 20_000,
    usable: 30_000,
  },
  {
    why: "a quarter, rounded up to whole tokens",
    context_limit: 4_093,
    reserve_tokens: 20_000,
    usable: 3_069,
  },
  { why: "nothing, if it is asked to", context_limit: 1_000, reserve_tokens: 0, usable: 1_000 },
])("[CP-1b] leaves free $why", ({ usable, ...limits }) => {
  expect(usableOf(limits)).toBe(usable);
});
