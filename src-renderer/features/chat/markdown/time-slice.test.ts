import { describe, expect, it } from "vitest";
import { PORTION, TextPortion } from "./time-slice";

describe("the portions of an answer", () => {
  it("shows what was there at first, and what comes slowly, at once", () => {
    const portion = new TextPortion("x".repeat(10 * PORTION));
    expect(portion.of("x".repeat(10 * PORTION))).toBe(10 * PORTION);
    expect(portion.of("x".repeat(10 * PORTION + 500))).toBe(10 * PORTION + 500);
  });

  it("shows a portion a frame of what comes at once, to the last character", () => {
    const portion = new TextPortion("");
    const text = "x".repeat(4.5 * PORTION);
    const shown: number[] = [];
    while (shown.at(-1) !== text.length) {
      const end = portion.of(text);
      shown.push(end);
      portion.note(end);
    }
    expect(shown).toEqual([1, 2, 3, 4, 4.5].map((portions) => portions * PORTION));
  });

  it("catches up with a flood in a few hundred frames, however long it was", () => {
    const portion = new TextPortion("");
    const text = "x".repeat(3000 * PORTION);
    let frames = 0;
    for (let end = 0; end < text.length; frames++) {
      end = portion.of(text);
      portion.note(end);
    }
    expect(frames).toBeLessThan(400);
  });

  it("cuts no character in two, and follows a text that became shorter", () => {
    const portion = new TextPortion("");
    expect(portion.of(`${"x".repeat(PORTION - 1)}${"🧶".repeat(PORTION)}`)).toBe(PORTION - 1);
    expect(portion.of("short")).toBe(5);
  });
});
