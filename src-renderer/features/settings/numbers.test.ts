import { describe, expect, it } from "vitest";
import { parseNumber, parsePercent, writeNumber, writePercent } from "./numbers";

describe("a number in a field", () => {
  it.each([
    ["60", "en", 60],
    [" 1.5 ", "en", 1.5],
    ["1,5", "de", 1.5],
    ["1.5", "de", 1.5],
    ["1,000", "en", 1000],
    ["1.000", "de", 1000],
    ["12,345,678", "en", 12_345_678],
    ["-1", "en", -1],
    ["", "en", undefined],
    ["a few", "en", undefined],
    ["1e3", "en", undefined],
    ["1,00,0", "en", undefined],
  ])("%j in %s is %j", (text, language, value) => {
    expect(parseNumber(text, language)).toBe(value);
  });

  it.each(["en", "de"])("is read back as it was written in %s", (language) => {
    for (const value of [0, 0.5, 60, 1000, 120_000])
      expect(parseNumber(writeNumber(value, language), language)).toBe(value);
  });
});

describe("a percentage in a field", () => {
  it.each([
    ["30", "en", 0.3],
    ["12.5%", "en", 0.125],
    ["12,5 %", "de", 0.125],
    [" 100 % ", "en", 1],
    ["0", "en", 0],
    ["101", "en", undefined],
    ["-1", "en", undefined],
    ["half", "en", undefined],
    ["", "en", undefined],
  ])("%j in %s is %j", (text, language, value) => {
    expect(parsePercent(text, language)).toBe(value);
  });

  it.each(["en", "de"])("is read back as it was written in %s", (language) => {
    for (const value of [0, 0.29, 0.3, 0.125, 1])
      expect(parsePercent(writePercent(value, language), language)).toBe(value);
  });
});
