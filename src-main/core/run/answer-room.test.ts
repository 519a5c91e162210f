import { describe, expect, test } from "vitest";
import { longestAnswer, usableAnswer } from "./answer-room";

const CLAUDE = { context_limit: 200_000, max_output: 64_000 };
const MILLION = { context_limit: 1_000_000, max_output: 64_000 };

describe("[CP-1] the longest answer behind a prompt", () => {
  test.each([
    ["is the model's own where there is room", CLAUDE, { tokens: 100_000, guessed: 100_000 }, 64_000],
    ["is all the room behind a counted prompt", CLAUDE, { tokens: 190_000, guessed: 0 }, 10_000],
    ["leaves a margin for what is guessed", CLAUDE, { tokens: 150_000, guessed: 150_000 }, 35_000],
    ["leaves it for that part alone", CLAUDE, { tokens: 150_000, guessed: 20_000 }, 48_000],
    [
      "has half of the room where the margin would take more",
      CLAUDE,
      { tokens: 182_000, guessed: 182_000 },
      9000,
    ],
    ["is hardly shorter in a large window", MILLION, { tokens: 975_000, guessed: 1000 }, 24_900],
    ["is what every provider may be asked for", CLAUDE, { tokens: 200_000, guessed: 0 }, 16],
  ])("%s", (_name, limits, filled, longest) => {
    expect(longestAnswer(limits, filled)).toBe(longest);
  });

  test("is the provider's affair where nobody knows it, and the model's own where nobody knows the window", () => {
    expect(longestAnswer({ context_limit: 1000 }, { tokens: 10, guessed: 0 })).toBeUndefined();
    expect(longestAnswer({ max_output: 500 })).toBe(500);
  });
});

test("[CP-1] an answer of use is no longer than the model's longest, nor than an eighth of the window", () => {
  expect([CLAUDE, { context_limit: 8000 }, { max_output: 500 }, {}].map(usableAnswer)).toEqual([
    4096, 1000, 500, 4096,
  ]);
});
