import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfChanges } from "../letters";
import { type Block, MarkdownBlocks, MOST_ROWS } from "./blocks";

const whole = (text: string): Block[] => {
  const { settled, open } = new MarkdownBlocks().of(text, true);
  return open === undefined ? [...settled] : [...settled, open];
};
const kinds = (text: string) => whole(text).map(({ kind }) => kind);
const sources = (text: string) => whole(text).map(({ source }) => source);

const piece = fc.constantFrom(
  "word ",
  "\n",
  "\n\n",
  "\r\n",
  "- item\n",
  "  - inner\n",
  "1. one\n",
  "> quote\n",
  "```ts\n",
  "```\n",
  "   ```\n",
  "~~~\n",
  "# head\n",
  "| a | b |\n",
  "|---|---|\n",
  "|--",
  "$$\n",
  "\\[\n",
  "\\]\n",
  "    indented\n",
  "[^1]: note\n",
  "[a]: https://a.example\n",
  "---\n",
  "===\n",
  "<div>\n",
  "<!--",
  "![x](data:image/png;base64,AAAA)\n",
  "**bold",
  "😀",
  "x".repeat(3_000),
  ">".repeat(30),
  "- ".repeat(40),
  "word ".repeat(900),
  "aब中ע",
  "aब中ע ".repeat(300),
  "| aब |\n".repeat(300),
  "`",
);
const markdown = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("blocks of Markdown", () => {
  it("are the text, to the character, whatever it is", () => {
    fc.assert(
      fc.property(markdown, fc.boolean(), (text, ended) => {
        const { settled, open } = new MarkdownBlocks().of(text, ended);
        expect(settled.map(({ source }) => source).join("") + (open?.source ?? "")).toBe(text);
        if (ended) expect(open).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it("that are settled stay settled: text that grew is cut like text that came whole", () => {
    fc.assert(
      fc.property(markdown, fc.array(fc.nat(20_000), { maxLength: 12 }), (text, ends) => {
        const growing = new MarkdownBlocks();
        let before: readonly Block[] = [];
        for (const end of ends.sort((a, b) => a - b).filter((at) => at < text.length)) {
          const { settled } = growing.of(text.slice(0, end), false);
          expect(settled.slice(0, before.length).every((block, at) => block === before[at])).toBe(true);
          before = settled;
        }
        expect(growing.of(text, true).settled).toEqual(whole(text));
      }),
      { numRuns: 200 },
    );
  });

  it("are never longer than can be parsed at once, save for code, tables and images", () => {
    for (const text of [
      "word ".repeat(200_000),
      "x".repeat(1_000_000),
      "- item\n".repeat(20_000),
      "> q\n".repeat(20_000),
      ">".repeat(1_000_000),
    ]) {
      const blocks = whole(text);
      expect(blocks.length).toBeGreaterThan(8);
      for (const { source } of blocks) expect(source.length).toBeLessThanOrEqual(8_100);
    }
  });

  it("hold no more letters of other scripts in turn than are laid out at once", () => {
    for (const text of [
      "aब中עא한".repeat(5_000),
      "aब 中ע\n".repeat(5_000),
      "- aब中ע\n".repeat(2_000),
      "> aब中ע\n".repeat(2_000),
      `${">".repeat(40)}${"aब中ע ".repeat(5_000)}`,
      "👩\u200d".repeat(9_000),
      `\\[\n${"aब中ע\n".repeat(5_000)}`,
      `$$\n${"aब中ע\n".repeat(5_000)}`,
      `${"\f\u00a0\v\n".repeat(9_000)}word`,
    ]) {
      const blocks = whole(text);
      expect(blocks.length).toBeGreaterThan(8);
      for (const { source } of blocks) expect(endOfChanges(source, 0, source.length)).toBe(source.length);
      expect(blocks.map(({ source }) => source).join("")).toBe(text);
    }
  });

  it("have a bounded number of lines", () => {
    const blocks = whole("\\\n".repeat(5_000));
    expect(blocks.length).toBeGreaterThan(8);
    for (const { source } of blocks) expect(source.split("\n").length).toBeLessThanOrEqual(502);
  });

  it("have blanks in bounds before their words", () => {
    for (const blank of ["\u00a0\n", "\u3000\n", "\v\f\n"])
      for (const { source } of whole(`${blank.repeat(20_000)}word`))
        expect(source.length).toBeLessThan(8_100);
  });

  it("of one list go on where it was cut, and count on", () => {
    const list = (item: (n: number) => string) =>
      whole(`## Title\n\n${Array.from({ length: 250 }, (_, n) => item(n + 1)).join("")}`)
        .slice(1)
        .map((block) => [block.source.slice(0, 6).trim(), block.kind === "prose" && block.continues]);
    expect(list((n) => `${n}. x\n`)).toEqual([
      ["1. x", false],
      ["101. x", true],
      ["201. x", true],
    ]);
    expect(list(() => "- x\n").map(([, continues]) => continues)).toEqual([false, true, true]);
    expect(list(() => "1) x\n")).toHaveLength(1);
    // Letters that are hard work are cut before an item as well: what is indented stays in its item.
    const heavy = list((n) => `${n}. अ aअaअaअaअ\n\n    अ aअaअaअaअ\n\n`);
    expect(heavy.length).toBeGreaterThan(8);
    for (const [start] of heavy) expect(start).toMatch(/^\d+\./);
  });

  it("tell code, tables, images, notes and prose from each other", () => {
    expect(kinds("Hello\n```ts\nconst a = 1;\n\n# no head\n```\n\nBye")).toEqual(["prose", "code", "prose"]);
    expect(kinds("Text\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- list")).toEqual(["prose", "table", "prose"]);
    expect(kinds("a | b\nno table")).toEqual(["prose"]);
    expect(kinds("![x](data:image/png;base64,AAAA)\n")).toEqual(["image"]);
    expect(kinds("One[^1]\n\n[^1]: first\n[^b]: second\n\n    more of it\n\nText")).toEqual([
      "prose",
      "footnote",
      "footnote",
      "prose",
    ]);
    expect(whole("```py title=x\nprint()\n```")[0]).toMatchObject({
      kind: "code",
      info: "py title=x",
      code: "print()",
      closed: true,
    });
    expect(whole("```\nnever closed")[0]).toMatchObject({
      kind: "code",
      info: "",
      code: "never closed",
      closed: false,
    });
    expect(kinds("```js\na\n``` not a close\n```")).toEqual(["code"]);
    expect(kinds("````\n```\n````\nafter")).toEqual(["code", "prose"]);
  });

  it("hold together what is one: lists with gaps and code in them, quotes, formulas, indented code", () => {
    for (const text of [
      "- one\n\n- two\n\n  more\n\n  ```js\n  a\n\n  b\n  ```\n- three\n",
      "> a\n> ```\n> code\n> ```\n> b\n",
      "$$\na\n\nb\n$$\n",
      "\\[\nx\n\\]\n",
      "    code\n\n    code\n",
    ]) {
      expect(sources(text), text).toEqual([text]);
    }
  });

  it("show as it is what is nested too deep, and the rest of a table that is too long", () => {
    expect(kinds(`${">".repeat(10_000)} deep\n\nafter`).at(-1)).toBe("prose");
    expect(kinds(`${"> ".repeat(100)}deep`)).toEqual(["plain"]);
    const nested = Array.from({ length: 100 }, (_, level) => `${"  ".repeat(level)}- level ${level}`).join(
      "\n",
    );
    expect(kinds(nested)).toContain("plain");
    const table = `| a | b |\n|---|---|\n${"| 1 | 2 |\n".repeat(5_000)}\nafter`;
    expect(kinds(table)[0]).toBe("table");
    expect(new Set(kinds(table).slice(1, -1))).toEqual(new Set(["plain"]));
    expect(kinds(table).at(-1)).toBe("prose");
    expect(sources(table)[0]?.split("\n")).toHaveLength(MOST_ROWS + 3);
  });

  it("have no table of more cells than can be laid out with each row", () => {
    const row = (cell: string, columns: number) => `|${`${cell}|`.repeat(columns)}\n`;
    const rows = (columns: number, count: number) =>
      whole(`${row("a", columns)}${row("-", columns)}${row("b", columns).repeat(count)}`).map(
        ({ kind, source }) => [kind, source.split("\n").length - 3] as const,
      );
    expect(rows(12, 500)).toEqual([["table", 500]]);
    expect(rows(100, 70)[0]).toEqual(["table", 60]);
    expect(
      rows(100, 70)
        .slice(1)
        .every(([kind]) => kind === "plain"),
    ).toBe(true);
  });

  it("of a megabyte are cut at the pace at which it came", () => {
    const text = "A paragraph of words that goes on.\n\n```ts\nconst a = 1;\n```\n\n".repeat(1_500);
    const growing = new MarkdownBlocks();
    let settled = 0;
    for (let end = 200; end < text.length; end += 200)
      settled = growing.of(text.slice(0, end), false).settled.length;
    expect(settled).toBeGreaterThan(2_900);
  });
});
