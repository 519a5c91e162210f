import { describe, expect, it } from "vitest";
import { usedLast } from "./used-last";

const usual = (used: number) => ({ used, isQuick: false });
const quick = (used: number) => ({ used, isQuick: true });

describe("the window used last", () => {
  it("is not the one opened last, where an earlier one was used since", () => {
    const [first, second, third] = [usual(4), usual(5), usual(3)];
    expect(usedLast([first, second, third])).toBe(second);
  });

  it("is no quick one, also where that is in front", () => {
    const [first, second] = [usual(2), usual(1)];
    expect(usedLast([first, second, quick(3)])).toBe(first);
  });

  it("is a quick one where there is no other", () => {
    const only = quick(1);
    expect(usedLast([only])).toBe(only);
  });

  it("is none where none is open", () => {
    expect(usedLast([])).toBeUndefined();
  });
});
