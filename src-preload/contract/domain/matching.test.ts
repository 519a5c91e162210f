import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countMatches, fold, foldQuery, foldWithPlaces, matchesIn } from "./matching";

const text = fc.string({ unit: fc.constantFrom(..."aAéÉe\u0301ßİΣςσ 한글字😀*_`#\n\t\u00a0\ud800") });

describe("words that are looked for", () => {
  it.each([
    ["Crème BRÛLÉE", "creme brulee"],
    ["cre\u0301me", "creme"],
    ["ΟΔΟΣ", "οδοσ"],
    ["one\n\n  two", "one two"],
    ["**bold** `code` snake_case", "bold code snakecase"],
  ])("%j reads as %j", (written, read) => {
    expect(fold(written)).toBe(read);
  });

  it("are the same with and without their places", () => {
    fc.assert(
      fc.property(text, (written) => {
        expect(foldWithPlaces(written).folded).toBe(fold(written));
      }),
    );
  });

  it("are found where they stand", () => {
    fc.assert(
      fc.property(text, (written) => {
        const { folded, places } = foldWithPlaces(written);
        expect(places).toHaveLength(folded.length);
        expect(places).toEqual([...places].sort((a, b) => a - b));
        for (const place of places) expect(place).toBeLessThan(written.length);
      }),
    );
    const { folded, places } = foldWithPlaces("Ça: CAFÉ, cafe\u0301");
    expect(matchesIn(folded, foldQuery("café")).map((at) => places[at])).toEqual([4, 10]);
  });

  it("do not overlap, and nothing is found by nothing", () => {
    expect(matchesIn("aaaa", "aa")).toEqual([0, 2]);
    expect(matchesIn("aaaa", foldQuery(" * "))).toEqual([]);
  });

  it("are those a reader sees: marks, targets of links and list marks of an answer are not among them", () => {
    const answer = "**Note**: see [the docs](https://docs.example/note).\n\n- one\n- two";
    expect(countMatches([{ text: answer }], "assistant", foldQuery("note: see the docs."))).toBe(1);
    expect(countMatches([{ text: answer }], "assistant", foldQuery("one two"))).toBe(1);
    expect(countMatches([{ text: answer }], "assistant", foldQuery("docs.example"))).toBe(0);
    const item = { text: "- one" };
    expect(countMatches([item, { text: "one" }], "user", foldQuery("- one"))).toBe(1);
    expect(countMatches([item, { ...item, exact: true }], "assistant", foldQuery("- one"))).toBe(1);
  });
});
