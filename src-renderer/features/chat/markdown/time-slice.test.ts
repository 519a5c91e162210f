import { describe, expect, it } from "vitest";
import { Pace, PORTION } from "./time-slice";

describe("the pace of an answer", () => {
  it("shows what was there at first, and what comes slowly, at once", () => {
    const pace = new Pace("x".repeat(10 * PORTION));
    expect(pace.of("x".repeat(10 * PORTION))).toBe(10 * PORTION);
    expect(pace.of("x".repeat(10 * PORTION + 500))).toBe(10 * PORTION + 500);
  });

  it("shows a portion a frame of what comes at once, to the last character", () => {
    const pace = new Pace("");
    const text = "x".repeat(4.5 * PORTION);
    const shown: number[] = [];
    while (shown.at(-1) !== text.length) {
      const end = pace.of(text);
      shown.push(end);
      pace.note(end);
    }
    expect(shown).toEqual([1, 2, 3, 4, 4.5].map((portions) => portions * PORTION));
  });

  it("catches up with a flood in a few hundred frames, however long it was", () => {
    const pace = new Pace("");
    const text = "x".repeat(3000 * PORTION);
    let frames = 0;
    for (let end = 0; end < text.length; frames++) {
      end = pace.of(text);
      pace.note(end);
    }
    expect(frames).toBeLessThan(400);
  });

  it("cuts no character in two, and follows a text that became shorter", () => {
    const pace = new Pace("");
    expect(pace.of(`${"x".repeat(PORTION - 1)}${"🧶".repeat(PORTION)}`)).toBe(PORTION - 1);
    expect(pace.of("short")).toBe(5);
  });
});
