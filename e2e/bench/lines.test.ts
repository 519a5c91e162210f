import { describe, expect, it } from "vitest";
import { atMost, exponent, median, never, summary, tableRow, timeRatio } from "./lines";

it("takes the middle of an odd number of rounds, and the mean of the two in the middle of an even number", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([8, 2, 4, 6])).toBe(5);
});

describe("a ratio of times", () => {
  it("compares the medians, so that one bad round decides nothing", () => {
    const line = timeRatio("ours / floor", [100, 110, 900], [100, 100, 100], 1.15);
    expect(line).toMatchObject({ value: "1.10 (110 ms / 100 ms)", met: true });
    expect(timeRatio("ours / floor", [120, 120, 1], [100, 100, 100], 1.15).met).toBe(false);
  });

  it("takes a difference below half a millisecond for none", () => {
    expect(timeRatio("ours / floor", [0.9], [0.5], 1.3).met).toBe(true);
    expect(timeRatio("ours / floor", [1.1], [0.5], 1.3).met).toBe(false);
    expect(timeRatio("a small part / the whole", [0.4], [0.8], 0.1).met).toBe(false);
  });
});

describe("a goal that says never", () => {
  const good = { wall: 10, cpu: 8 };

  it("is missed by one bad round, on either clock", () => {
    expect(never("held", [good, good], 16).met).toBe(true);
    expect(never("held", [good, { wall: 20, cpu: 8 }, good], 16).met).toBe(false);
    expect(never("held", [good, { wall: 10, cpu: 20 }, good], 16).met).toBe(false);
    expect(never("held", [], 16).met).toBe(false);
  });

  it("says the worst round beside the median, by both clocks", () => {
    const { goal, value } = never("held", [good, { wall: 20, cpu: 9 }, good], 16, "at rest 3 ms");
    expect(goal).toBe("never > 16 ms");
    expect(value).toBe(
      "wall: worst 20.0 ms, median 10.0 ms; CPU: worst 9.0 ms, median 8.0 ms (at rest 3 ms)",
    );
  });
});

it("tells growth in proportion by the exponent 1", () => {
  expect(exponent(400, 100, 4)).toBeCloseTo(1);
  expect(exponent(1600, 100, 4)).toBeCloseTo(2);
});

it("says plainly in the table which line is missed", () => {
  const lines = [atMost("one", 1, 2, " KiB"), atMost("two", 3, 2, " KiB", "of three")];
  expect(lines.map(tableRow)).toEqual([
    "| one | ≤ 2 KiB | 1.00 KiB | met |",
    "| two | ≤ 2 KiB | 3.00 KiB (of three) | **MISSED** |",
  ]);
  expect(summary(lines)).toBe("1 met, 1 missed");
});
