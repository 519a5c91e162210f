import { describe, expect, it } from "vitest";
import { followsAfter as followsAfterActing, grewBelow, type Measure } from "./at-end";

const END: Measure = { top: 1_000, toEnd: 0, content: 1_600, width: 800, height: 600 };
const at = (change: Partial<Measure>): Measure => ({ ...END, ...change });

const followsAfter = (follows: boolean, before: Measure, now: Measure, acted = false) =>
  followsAfterActing(follows, before, now, acted);

describe("a view that follows its end", () => {
  it("stays where its reader has scrolled up to", () => {
    expect(followsAfter(true, END, at({ top: 500, toEnd: 500 }))).toBe(false);
  });

  it("stays there, too, if the view changes its height in the same frame", () => {
    expect(followsAfter(true, END, at({ top: 500, toEnd: 448, height: 652 }))).toBe(false);
    expect(followsAfter(true, END, at({ top: 500, toEnd: 552, height: 548 }))).toBe(false);
  });

  it("follows on if only the view has become lower", () => {
    expect(followsAfter(true, END, at({ toEnd: 52, height: 548 }))).toBe(true);
  });

  it("follows on if the browser moves it by what has gone above, whatever comes below", () => {
    expect(followsAfter(true, END, at({ top: 700, toEnd: 52, height: 548, content: 1_300 }))).toBe(true);
    expect(followsAfter(true, END, at({ top: 650, toEnd: 50, content: 1_300 }), true)).toBe(false);
  });

  it("stays where its reader has scrolled up to while words come", () => {
    expect(followsAfter(true, END, at({ top: 900, toEnd: 300, content: 1_800 }), true)).toBe(false);
  });

  it("stays where the page has taken its reader, far up, while words come", () => {
    expect(followsAfter(true, END, at({ top: 600, toEnd: 600, content: 1_800 }))).toBe(false);
  });

  it("follows on if its content has shrunk and grown again since it was measured", () => {
    expect(followsAfter(true, END, at({ top: 980, toEnd: 1_393, content: 2_973 }))).toBe(true);
  });

  it("follows on if text was wrapped again, wherever the browser held it", () => {
    expect(followsAfter(true, END, at({ top: 900, toEnd: 200, width: 700 }))).toBe(true);
  });

  it("follows on if words came below before their scroll was told", () => {
    expect(followsAfter(true, END, at({ toEnd: 300 }))).toBe(true);
  });

  it("follows again once its reader is at the end", () => {
    expect(followsAfter(false, at({ top: 500, toEnd: 500 }), at({ top: 997, toEnd: 3 }))).toBe(true);
    expect(followsAfter(false, at({ top: 500, toEnd: 500 }), at({ top: 900, toEnd: 100 }))).toBe(false);
  });

  it("has news below after growth, not after text was wrapped again", () => {
    expect(grewBelow(END, at({ toEnd: 20 }))).toBe(true);
    expect(grewBelow(END, at({ toEnd: 20, width: 700 }))).toBe(false);
  });
});
