import { describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Found } from "../../../src-preload/contract/domain/search";
import { grouped, piecesOf, wordsToFind } from "./shown";

const found = (session: string): Found => ({
  session: { id: session as SessionId, title: session },
  kind: "answer",
  snippet: { text: "", marks: [] },
  at: 0,
});

describe("[SE-5a] results as they are shown", () => {
  it("stand under their session where they follow each other", () => {
    const groups = grouped(["a", "a", "b", "a"].map(found));
    expect(groups.map(({ session, found }) => [session.id, found.map(({ at }) => at)])).toEqual([
      ["a", [0, 1]],
      ["b", [2]],
      ["a", [3]],
    ]);
  });

  it("stand for themselves where they are titles", () => {
    const title: Found = { ...found("a"), kind: "title" };
    expect(grouped([title, found("a"), found("a")]).map(({ found }) => found.length)).toEqual([1, 2]);
  });

  it("are cut at their marks", () => {
    expect(piecesOf({ text: "a red b", marks: [{ start: 2, end: 5 }] })).toEqual([
      { text: "a ", marked: false },
      { text: "red", marked: true },
      { text: " b", marked: false },
    ]);
    expect(piecesOf({ text: "red", marks: [{ start: 0, end: 3 }] })).toEqual([{ text: "red", marked: true }]);
  });

  it("lend their longest words in a row to the search of the conversation", () => {
    const marks = [
      { start: 0, end: 6 },
      { start: 9, end: 12 },
      { start: 13, end: 18 },
    ];
    expect(wordsToFind({ text: "purple, red green", marks: marks.slice(0, 1) })).toBe("purple");
    expect(wordsToFind({ text: "purple - red green", marks })).toBe("red green");
    expect(wordsToFind({ text: "none", marks: [] })).toBeUndefined();
  });
});
