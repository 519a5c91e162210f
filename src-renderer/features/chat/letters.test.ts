import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesOf, endOfChanges, hasLongWord, isHeavy, MOST_CHANGES } from "./letters";

const some = (piece: string, size = 8_000) => piece.repeat(Math.ceil(size / piece.length));

describe("letters that are hard work", () => {
  it.each([
    ["Latin with accents, Greek and Cyrillic", some("Ünïcöde λόγος мир ")],
    ["signs, arrows and quotation marks", some("a → b “c” … ✓ ")],
    ["Chinese and Japanese", some("漢字ひらがなカタカナ、")],
    ["Arabic with digits", some("عربي 123 ")],
    ["Korean, also in pieces", some("한국어 ") + some("\u1112\u1161\u11ab")],
    ["Amharic", some("ኢትዮጵያ ሀገር ")],
    ["Inuktitut", some("ᐃᓄᒃᑎᑐᑦ ")],
    ["Tibetan", some("བོད་སྐད་ ")],
    ["Hindi in a table", some("| नमस्ते | दुनिया |\n")],
    ["code", some("const a = 1;\r\n")],
  ])("are not those of %s", (_, text) => {
    expect(isHeavy(text)).toBe(false);
    expect(endOfChanges(text, 0, text.length)).toBe(text.length);
    expect(changesOf(text)).toBeLessThan(10);
  });

  it.each([
    ["all scripts in turn", some("aब中עא한")],
    ["families of emoji without end", some("👩\u200d")],
    ["vertical tabs and form feeds", some("a\v\f")],
    ["letters that no font has", some("a\ue000")],
  ])("are %s", (_, text) => {
    expect(isHeavy(text)).toBe(true);
    expect(changesOf(text)).toBe(MOST_CHANGES + 1);
    const end = endOfChanges(text, 0, text.length);
    expect(end).toBeLessThan(text.length);
    expect(endOfChanges(text, 0, end + 1)).toBe(end);
  });

  it("are counted from where the block begins, and no further than it may go", () => {
    const text = `${some("a", 100)}${some("aब", 2_000)}`;
    expect(endOfChanges(text, 100, text.length)).toBe(100 + MOST_CHANGES + 1);
    expect(endOfChanges(text, 100, 150)).toBe(150);
  });

  it("end at the same place, whatever follows", () => {
    const letters = fc.array(fc.constantFrom("a", " ", "\n", "ब", "中", "ע", "😀", "\u200d", "."), {
      minLength: 300,
      maxLength: 900,
    });
    fc.assert(
      fc.property(letters, fc.string(), (pieces, more) => {
        const text = pieces.join("");
        const end = endOfChanges(text, 0, 8_000, 50);
        if (end < text.length) expect(endOfChanges(text + more, 0, 8_000, 50)).toBe(end);
      }),
    );
  });

  it("have no distances of their own in a word that nobody reads", () => {
    expect(hasLongWord(some("W", 300))).toBe(true);
    expect(hasLongWord(`See ${"https://a.example/".repeat(20)} there`)).toBe(true);
    expect(hasLongWord(`。${some("W", 300)}`)).toBe(true);
    expect(hasLongWord(some("word ", 3_000))).toBe(false);
    expect(hasLongWord(some("漢字ひらがな。", 3_000))).toBe(false);
    expect(hasLongWord(some("ภาษาไทย", 3_000))).toBe(false);
  });
});
