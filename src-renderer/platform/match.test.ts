import { describe, expect, it } from "vitest";
import { plain, score } from "./match";

/** The matching items, best first; equal ones keep their order. */
const found = (items: string[], query: string) =>
  items
    .map((item) => ({ item, score: score(plain(item), plain(query)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);

describe("finding by what was typed", () => {
  it("prefers the start, then a word, then the middle, then scattered letters", () => {
    const items = ["xrexox", "unrewritten", "the retry", "retry logic"];
    expect(found(items, "re")).toEqual(["retry logic", "the retry", "xrexox", "unrewritten"]);
    expect(found(["New session", "Next pane"], "nws")).toEqual(["New session"]);
  });

  it("wants every word, in any order, and no accents", () => {
    expect(found(["Überblick der Öfen", "Überfall"], "ofen uber")).toEqual(["Überblick der Öfen"]);
    expect(found(["a b", "b c"], "a c")).toEqual([]);
  });

  it("finds a word's start behind an occurrence inside another", () => {
    expect(score("unpin and pin", "pin")).toBeGreaterThan(score("unpinned", "pin"));
  });

  it("takes nothing for everything, equals in their order", () => {
    expect(found(["b", "a"], "  ")).toEqual(["b", "a"]);
  });

  it("does not call letters at far ends of a text a match", () => {
    expect(found([`a${"x".repeat(20)}b`], "ab")).toEqual([]);
  });

  it("costs what the text is long, also for titles made to hurt", () => {
    const evil = Array.from({ length: 10_000 }, () => "a".repeat(500));
    const started = performance.now();
    expect(found(evil, `${"a".repeat(100)}b`)).toEqual([]);
    // A scorer that tries alignments takes seconds for one of them; a hundred times what it costs is room enough.
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it("keeps what it does not know", () => {
    expect(plain("日本 ‮x")).toBe("日本 ‮x");
  });
});
