import { describe, expect, it } from "vitest";
import { dollars, duration, short } from "./numbers";

describe("numbers at a glance", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1_000, "1k"],
    [1_249, "1.2k"],
    [9_960, "10k"],
    [124_400, "124k"],
    [999_400, "999k"],
    [999_600, "1M"],
    [1_250_000, "1.3M"],
  ])("%d is %s", (value, said) => {
    expect(short(value)).toBe(said);
  });
});

describe("money", () => {
  it.each([
    [0, "$0.00"],
    [12.345, "$12.35"],
    [0.01, "$0.01"],
    [0.00123, "$0.0012"],
  ])("%d is %s", (value, said) => {
    expect(dollars(value)).toBe(said);
  });
});

describe("durations", () => {
  it.each([
    [1_400, "1 s"],
    [59_600, "1 min"],
    [125_000, "2 min 5 s"],
    [3_600_000, "1 h"],
    [3_900_000, "1 h 5 min"],
  ])("%d ms are %s", (ms, said) => {
    expect(duration(ms)).toBe(said);
  });
});
