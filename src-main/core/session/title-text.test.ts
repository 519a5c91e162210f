import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectWithin } from "../../../e2e/fixtures/own-time";
import { cleanTitle } from "./said-title";
import { firstWords } from "./title-text";

describe("[SE-4] a title that a model made", () => {
  it.each([
    ["Retry logic for the uploader", "Retry logic for the uploader"],
    ['"Retry logic."', "Retry logic"],
    ["“Retry logic”", "Retry logic"],
    ["«Les chats de Lisbonne»", "Les chats de Lisbonne"],
    ["Title: Retry logic", "Retry logic"],
    ["**Title:** Retry logic", "Retry logic"],
    ["Titel: „Wiederholen“", "Wiederholen"],
    ["# Retry logic", "Retry logic"],
    ["- `Retry` logic", "Retry logic"],
    ["[Retry logic](https://evil.example/?q=1)", "Retry logic"],
    ["\n\n  Retry\t logic \nBecause it is about retries.", "Retry logic"],
    ["<think>The user wants…\nA title.</think>\nRetry logic", "Retry logic"],
    ["Re\u202etry\u202c lo\u0000gic\u200b\u2066", "Retry logic"],
    ["half an emoji \ud83d and on", "half an emoji and on"],
    ["Don't panic", "Don't panic"],
    ["'n Sync", "'n Sync"],
    ["The users' guide", "The users' guide"],
    ["Node.js", "Node.js"],
    ["And then…", "And then…"],
    ["猫の名前", "猫の名前"],
    ["می‌خواهم", "می‌خواهم"],
    ["👩‍👩‍👧 Family", "👩‍👩‍👧 Family"],
  ])("%j is shown as %j", (said, title) => {
    expect(cleanTitle(said)).toBe(title);
  });

  it.each(["", "   \n ", "***", '""', "<think>and on and on", "\u202e\u200b", "# -", "…"])(
    "%j is none",
    (said) => {
      expect(cleanTitle(said)).toBeUndefined();
    },
  );

  it("has at most 80 characters, as a reader counts them, and no half of one", () => {
    const long = cleanTitle("👩‍👩‍👧".repeat(200)) ?? "";
    expect([...new Intl.Segmenter().segment(long)].length).toBeLessThanOrEqual(80);
    expect(long).toMatch(/^(👩‍👩‍👧)+…$/u);
    expect(cleanTitle("word ".repeat(100))?.length).toBeLessThanOrEqual(80);
    expect(cleanTitle("word ".repeat(100))).toMatch(/word…$/);
    expect(cleanTitle(`a${"\u0301".repeat(100_000)}`)?.length).toBeLessThanOrEqual(200);
  });

  it.each([
    ["<THINK>One</think>\n<reasoning>two</Reasoning> Retry logic", "Retry logic"],
    [`<think>${"on and on ".repeat(2000)}</think>Retry logic`, "Retry logic"],
    [`${"\n".repeat(5000)}Retry logic`, "Retry logic"],
  ])("is found behind what a model thinks aloud", (said, title) => {
    expect(cleanTitle(said)).toBe(title);
  });

  it.each([
    "`",
    "*",
    "_",
    "**a",
    "[",
    "[](",
    "![",
    "<think>",
    "<think></think>",
    '"',
    "# ",
    ". ",
    " ",
    "\n",
    "a\u0301",
    "\u202e",
    "`*_",
    "**`__~~",
  ])("takes no time at all, of %j a million times neither", (mark) => {
    const said = mark.repeat(1_000_000);
    // Unbounded, some of these took minutes.
    expectWithin(2_000, () => {
      cleanTitle(said);
      cleanTitle(`${said}.`);
      firstWords(said);
    });
  });

  it("is one clean line whatever was said", () => {
    const nasty = fc.string({
      unit: fc.constantFrom(..."ab \n\r\t#*_`\"'“”.:-[]()<>\u202e\u0000\ud83d\u2028…"),
    });
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: "binary" })), (said) => {
        const title = cleanTitle(said);
        if (title === undefined) return;
        expect(title).toMatch(/[\p{L}\p{N}\p{Extended_Pictographic}]/u);
        expect(title).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(title).toBe(title.trim());
        expect(title.length).toBeLessThanOrEqual(161);
      }),
    );
  });
});

describe("the first words of a message", () => {
  it.each([
    ["How do I retry?", "How do I retry?"],
    ["  \n First line \nSecond", "First line"],
    ["tabs\tand\u202e marks", "tabs and marks"],
    ["", ""],
    [" \n ", ""],
  ])("of %j are %j", (text, words) => {
    expect(firstWords(text)).toBe(words);
  });

  it("are at most 60 characters", () => {
    expect(firstWords("word ".repeat(100))).toBe(`${"word ".repeat(12).trim()}…`.slice(0, 60));
    expect(firstWords("x".repeat(60))).toBe("x".repeat(60));
    expect(firstWords("x".repeat(61))).toBe(`${"x".repeat(59)}…`);
  });
});
