import { describe, expect, it, vi } from "vitest";
import { speak } from "./language";
import { distinctTimes } from "./moments";
import { clockTime, dayGroup, monthName, shortTime } from "./time";

const at = (day: number, hour: number, month = 2, year = 2026) => new Date(year, month, day, hour).getTime();

it("the clock is the one that the language has: 12 hours without a leading zero, or 24 with one", () => {
  vi.stubGlobal("navigator", { languages: ["en-US", "de"] });
  expect(clockTime(at(18, 9))).toMatch(/^9:00\sAM$/);
  vi.stubGlobal("document", { documentElement: {} });
  speak("de");
  try {
    expect(clockTime(at(18, 9))).toBe("09:00");
  } finally {
    speak("en");
    vi.unstubAllGlobals();
  }
});

it("[RW-3] times of one minute are told apart by their seconds, those of another day by the day", () => {
  const nine = at(18, 9);
  const times = distinctTimes([nine, nine + 1000, nine + 60_000, at(17, 9)], at(18, 12));
  expect(new Set(times).size).toBe(4);
  expect(times[0]).toMatch(/^9:00:00/);
  expect(times[2]).toMatch(/^9:01\s/);
  expect(times[3]).toContain("17");
});

describe("the day of a session", () => {
  it.each([
    [at(18, 0), "today"],
    [at(17, 23), "yesterday"],
    [at(17, 0), "yesterday"],
    [at(16, 23), "week"],
    [at(11, 0), "week"],
    [at(10, 23), "days30"],
    [at(16, 0, 1), "days30"],
    [at(15, 23, 1), "2026-02"],
    [at(3, 3, 11, 2024), "2024-12"],
    [at(19, 1), "today"],
  ])("of %d is %s", (time, group) => {
    expect(dayGroup(time, at(18, 9))).toBe(group);
  });

  it("is named in the language of the window", () => {
    expect(monthName(at(1, 1, 1), at(18, 9))).toBe("February");
    expect(monthName(at(1, 1, 11, 2024), at(18, 9))).toBe("December 2024");
    vi.stubGlobal("document", { documentElement: {} });
    speak("de");
    try {
      expect(monthName(at(1, 1, 1), at(18, 9))).toBe("Februar");
      expect(monthName(at(1, 1, 11, 2024), at(18, 9))).toBe("Dezember 2024");
      expect(shortTime(at(3, 1, 1), at(18, 9))).toBe("3. Feb.");
    } finally {
      speak("en");
      vi.unstubAllGlobals();
    }
  });
});
