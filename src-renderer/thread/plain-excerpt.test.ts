import { expect, test } from "vitest";
import { plainExcerpt } from "./plain-excerpt";

test.each([
  ["# Heading one\n\nSome **bold** words", "Heading one Some bold words"],
  ["- [x] done with `code`\n- next", "done with code next"],
  ["1. *First* and _second_, snake_case stays, 2 * 3 too", "First and second, snake_case stays, 2 * 3 too"],
  ["```ts\nconst a = 1;\n```\nAfter", "const a = 1; After"],
  ["> Quoted [a link](https://example.org/x) and ![a picture](y.png)[^1]", "Quoted a link and a picture"],
  ["| Name | Size |\n| --- | ---: |\n| one | 2 |", "Name Size one 2"],
  ["---\n\nAfter a rule", "After a rule"],
  ["\\*not italic\\*", "*not italic*"],
])("%j reads %j", (markdown, words) => {
  expect(plainExcerpt(markdown, true)).toBe(words);
});

test("it is short, says that there is more, and cuts after a word", () => {
  expect(plainExcerpt("word ".repeat(100), true)).toBe(`${"word ".repeat(12).trim()}…`);
  expect(plainExcerpt(`${"a".repeat(53)} words, that go on`, true)).toBe(`${"a".repeat(53)} words…`);
  expect(plainExcerpt(`${"a".repeat(54)} words`, true)).toBe(`${"a".repeat(54)} words`);
  expect(plainExcerpt(`[a link](https://example.org/${"x".repeat(700)}) and on`, true)).toBe("a link…");
  expect(plainExcerpt(`مرحبا ${"كلمة ".repeat(40)}`, true)).toMatch(/^مرحبا (كلمة )+كلمة…$/);
});

test("where no word ends it cuts no character in two, and leaves what people write as it is", () => {
  expect(plainExcerpt(`${"a".repeat(58)}😀b`, true)).toBe(`${"a".repeat(58)}😀…`);
  expect(plainExcerpt(`${"a".repeat(59)}😀b`, true)).toBe(`${"a".repeat(59)}…`);
  expect(plainExcerpt("👩‍👩‍👧‍👦".repeat(20), true)).toBe(`${"👩‍👩‍👧‍👦".repeat(5)}…`);
  expect(plainExcerpt(`Z${"\u0301".repeat(1e5)}`, true)).toHaveLength(601);
  expect(plainExcerpt("# My **own**", false)).toBe("# My **own**");
  expect(plainExcerpt("", true)).toBe("");
});

test("a hostile text costs nothing", () => {
  for (const piece of ["*", "_", "[", "`", "|", "> ", "- ", "\\", "[^", "![](", " \t"]) {
    const text = piece.repeat(1e6);
    const took = Array.from({ length: 5 }, () => {
      const started = performance.now();
      plainExcerpt(text, true);
      return performance.now() - started;
    });
    // The fastest of some: what the machine does beside it is not what is measured.
    expect(Math.min(...took), piece).toBeLessThan(2000);
  }
});
