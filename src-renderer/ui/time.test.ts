import { describe, expect, it } from "vitest";
import { dayGroup } from "./time";

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime();

describe("the day of a session", () => {
  it.each([
    [at(18, 0), "Today"],
    [at(17, 23), "Yesterday"],
    [at(17, 0), "Yesterday"],
    [at(16, 23), "Last 7 days"],
    [at(11, 0), "Last 7 days"],
    [at(10, 23), "Earlier"],
    [at(19, 1), "Today"],
  ])("of %d is %s", (time, group) => {
    expect(dayGroup(time, at(18, 9))).toBe(group);
  });
});
