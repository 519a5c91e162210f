import { expect, it } from "vitest";
import { tokensOf } from "./count";

/** Numbers by a rule: the same texts in each run. */
function* chance(): Generator<number, never> {
  for (let x = 1; ; ) {
    x = (x * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield x >> 8;
  }
}
function randomly(length: number, letter: (number: number) => string): string {
  const numbers = chance();
  return Array.from({ length }, () => letter(numbers.next().value)).join("");
}

it.each([
  { text: "", tokens: 0 },
  { text: "Hello, world!", tokens: 4 },
  { text: "Donaudampfschifffahrt", tokens: 8 },
  { text: '{"path":"a","n":1}', tokens: 9 },
])("[TK-3] counts $text as the encoding does", ({ text, tokens }) => {
  expect(tokensOf(text)).toBe(tokens);
});

it("[TK-3] takes the words of special tokens for text", () => {
  expect(tokensOf("<|endoftext|>")).toBeGreaterThan(1);
  expect(tokensOf("<|im_start|>system<|im_sep|>")).toBeGreaterThan(2);
});

/** Without cuts, the time of most would be the square of that: half a minute or more. */
const LONG = 200_000;
/** Milliseconds of work: ten times what the slowest takes on the machine of the goals. */
const BOUND_MS = 5000;

/** Returns the milliseconds of work of this process. What else the machine does is not counted. */
function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

it.each([
  { of: "one letter", text: "a".repeat(LONG) },
  { of: "spaces", text: " ".repeat(LONG) },
  { of: "ends of lines after a sign", text: `!${"\n".repeat(LONG)}` },
  { of: "signs", text: randomly(LONG, (n) => "!?#$%&/()=".charAt(n % 10)) },
  { of: "letters by chance, such as a key", text: randomly(LONG, (n) => String.fromCharCode(97 + (n % 26))) },
  { of: "Chinese without a stop", text: randomly(LONG, (n) => String.fromCharCode(0x4e00 + (n % 20_000))) },
  { of: "families of emoji", text: "👨‍👩‍👧‍👦".repeat(LONG / 11) },
  { of: "emoji by chance", text: randomly(LONG / 2, (n) => String.fromCodePoint(0x1f300 + (n % 700))) },
  { of: "marks over one letter", text: `e${"\u0301".repeat(LONG)}` },
  { of: "halves of characters", text: randomly(LONG, (n) => String.fromCharCode(0xd800 + (n % 0x800))) },
  { of: "special tokens", text: "<|endoftext|>".repeat(LONG / 13) },
  { of: "zeros", text: "\0".repeat(LONG) },
])("[TK-3] counts a very long run of $of in time", ({ text }) => {
  const begun = worked();
  const tokens = tokensOf(text);
  expect(worked() - begun).toBeLessThan(BOUND_MS);
  expect(tokens).toBeGreaterThan(0);
  expect(tokens).toBeLessThanOrEqual(3 * text.length);
});
