import fc from "fast-check";
import type { Element, Nodes } from "hast";
import { fromHtml } from "hast-util-from-html";
import { describe, expect, test } from "vitest";
import { asWritten } from "../as-written";
import { createDrawer } from "./draw";

/** Without the limit of time, which a machine with much to do would reach. */
const draw = (markdown: string) => createDrawer(() => 0)(markdown);

/** Elements with the attributes that an exported page may have. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  a: ["className", "href", "id", "rel"],
  blockquote: ["dir"],
  br: [],
  code: ["className"],
  del: [],
  div: ["className", "dir"],
  em: [],
  h3: ["dir"],
  h4: ["dir"],
  h5: ["dir"],
  h6: ["dir"],
  hr: [],
  img: ["alt", "src"],
  li: ["dir", "id"],
  ol: ["start"],
  p: ["dir"],
  pre: [],
  section: ["className"],
  strong: [],
  sup: [],
  table: [],
  tbody: [],
  td: ["align", "dir"],
  th: ["align", "dir"],
  thead: [],
  tr: [],
  ul: [],
};
const MATH = /^(?:math|semantics|annotation|m[a-z]+)$/;

const SAFE = {
  href: /^(?:https?:|mailto:|#n\d+-fn)/,
  src: /^data:image\/(?:png|jpeg|gif|webp);base64,/,
};

function strangeIn({ tagName, properties }: Element): string[] {
  const names = Object.keys(properties);
  if (tagName === "span" && String(properties.className) === "katex") return names.slice(1);
  // Formulas have attributes of their own, none of which does anything.
  if (MATH.test(tagName)) return names.filter((name) => /^on|^(?:href|src|style|xLinkHref)$/i.test(name));
  const allowed = ALLOWED[tagName];
  if (allowed === undefined) return [tagName];
  const { href, src } = properties;
  return [
    ...names.filter((name) => !allowed.includes(name)),
    ...(href === undefined || SAFE.href.test(String(href)) ? [] : [String(href)]),
    ...(src === undefined || SAFE.src.test(String(src)) ? [] : [String(src)]),
  ];
}

/** The elements and attributes of a page that the table does not allow. */
function strange(node: Nodes): string[] {
  const own = node.type === "element" ? strangeIn(node) : [];
  if (node.type === "comment" || node.type === "doctype") own.push(node.type);
  return "children" in node ? [...own, ...node.children.flatMap(strange)] : own;
}

/** Texts that try to become markup, made of what Markdown and HTML are made of. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "<script>",
          "</script>",
          "<img src=x onerror=alert(1)>",
          "<a href=javascript:x>",
          "<!--",
          "-->",
          "<style>",
        ],
        ...[
          "[a](javascript:alert(1))",
          "[a](JaVaScRiPt:x)",
          "[a](data:text/html,x)",
          "![a](https://evil.example/x)",
        ],
        ...[
          "[a]: javascript:x",
          "<javascript:x>",
          "[^a]",
          '[^a"]: b',
          "[a]",
          '"onload="x',
          "https://a.example@b.example",
        ],
        ...[
          "`",
          "```",
          "```js onload=x",
          "~~~",
          "$$",
          "$",
          "\\(",
          "\\)",
          "\\href{javascript:x}{y}",
          "\\htmlClass{a}{b}",
        ],
        ...[
          "| a |",
          "|:-:|",
          "- [x] ",
          "1. ",
          "> ",
          "# ",
          "**",
          "_",
          "~~",
          "\n",
          "\n\n",
          "    ",
          "\0",
          "&lt;",
          "&#0;",
        ],
        ...[
          '\\color{red" onload=x}',
          "<br>",
          "<svg/onload=x>",
          "<math>",
          "![a](data:image/svg+xml;base64,AA)",
        ],
      ),
      fc.string({ unit: "grapheme", maxLength: 6 }),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => pieces.join(""));

describe("[SE-6a] Markdown in an exported page", () => {
  test("whatever it says, no element, attribute or address but those of Markdown", () => {
    fc.assert(
      fc.property(nasty, (said) => {
        expect(strange(fromHtml(draw(said), { fragment: true }))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("is drawn: headings, lists, tables, code, links, footnotes and formulas", () => {
    const html = draw(
      [
        "# One",
        "- [x] done\n- *two*",
        "| a | b |\n|--:|---|\n| 1 | **2** |",
        "```ts\nconst a = 1 < 2;\n```",
        "[a link](https://example.org/a?b=1&c=2) and note[^1].",
        "[^1]: The note.",
        "It costs $5 or $6, and \\(x^2\\).",
      ].join("\n\n"),
    );
    for (const piece of [
      '<h3 dir="auto">One</h3>',
      "☑ done",
      "<em>two</em>",
      '<td align="right" dir="auto">1</td>',
      '<code class="language-ts">const a = 1 &lt; 2;\n</code>',
      '<a href="https://example.org/a?b=1&amp;c=2" rel="noreferrer">a link</a>',
      '<a id="n1-fnref-1" href="#n1-fn-1">1</a>',
      "The note.",
      "$5 or $6",
      "<msup>",
    ])
      expect(html).toContain(piece);
  });

  test.each([
    ["<b>bold</b>", "&lt;b&gt;bold&lt;/b&gt;"],
    ["<div>\nblock\n</div>", "&lt;div&gt;\nblock\n&lt;/div&gt;"],
    ["<!-- a comment -->", "&lt;!-- a comment --&gt;"],
    ["[go](javascript:alert(1))", "go (javascript:alert(1))"],
    ["[file](src/a.ts)", "file (src/a.ts)"],
    [
      "![a cat](https://example.org/cat.png)",
      '<a href="https://example.org/cat.png" rel="noreferrer">a cat</a>',
    ],
    ["<https://example.org/a>", '<a class="bare" href="https://example.org/a" rel="noreferrer">'],
    ["[example.org](https://example.org/)", '<a class="bare" href="https://example.org/"'],
    ["[^lonely]: words", "[^lonely]:"],
    ["[^lonely]: words", "words"],
    ["$\\undefined{x}$", "<code>$\\undefined{x}$</code>"],
    ["$\\href{https://a.example}{words}$", "<code>$\\href{https://a.example}{words}$</code>"],
    ['[a](https://a.example "words")', "</a> (words)"],
    ['![a](https://a.example/x.png "words")', "</a> (words)"],
    ["| a |\n|---|\n| b | words |", '<td dir="auto">words</td>'],
    ["[Note]: words", "[Note]: words"],
    ["[a]\n\n[a]: https://a.example\n[a]: words", "[a]: words"],
    ["> - [^lonely]: words", "words"],
    ["said\n\n[^a]: see [^b] words\n\n[^b]: see [^a]", "words"],
    ["said[^a]\n\n[^a]: one\n\n[^a]: words", "words"],
    ['```js title="words"\ncode\n```', "js title=&quot;words&quot;"],
    ["```src/words.ts\ncode\n```", "src/words.ts"],
    ["$$ words = 1\n+ 2 $$\n\nbehind", '<p dir="auto">behind</p>'],
    ["$$ \\text{words}\n+ 2\n$$", "<mtext>words</mtext>"],
    ["said[^smith:2020]\n\n[^smith:2020]: words", 'href="#n1-fn-smith:2020">1</a>'],
  ])("keeps the words of %s", (said, shown) => {
    expect(draw(said)).toContain(shown);
  });

  test("a long text is cut where it may be, and its pieces share their links", () => {
    const paragraph = `${"word ".repeat(300)}[site].\n\n- one\n- two\n\n`;
    const html = draw(`${paragraph.repeat(20)}[site]: https://example.org/`);
    expect(html.match(/class="drawn"/g)?.length).toBeGreaterThan(3);
    expect(html.match(/href="https:\/\/example\.org\/"/g)).toHaveLength(20);
    expect(html).not.toContain("[site]");
  });

  test("a row of a hundred thousand marks is read once, and words behind a fence are kept", () => {
    expect(asWritten("~".repeat(100_000))).toHaveLength(
      100_000 + '<div class="words" dir="auto"></div>'.length,
    );
    expect(asWritten("```src/words.ts\ncode\n```")).toContain("src/words.ts");
  });

  test("a small text does not become a table of millions of cells", () => {
    for (const [head, row] of [
      ["a|".repeat(600), "x"],
      ["a|b", "x"],
    ] as const) {
      const marks = head.replace(/[ab]/g, "-");
      const html = draw(`${head}\n${marks}\n${`${row}\n`.repeat(1_000)}${"c|".repeat(600)}`);
      expect(html).toContain('class="words"');
      expect(html.length).toBeLessThan(20_000);
    }
  });

  test("words behind what only looks like a fence have their limit", () => {
    const behind = "*b ".repeat(20_000);
    for (const before of ["- ```\n  code\n  ```\n\n", "<!--\n\n ```\n\n-->\n\n"])
      expect(draw(`${before}${behind}`)).toContain('class="words"');
    expect(draw(`<div>\n\`\`\`\n</div>\n\n${behind}`)).toContain("<pre><code>&lt;/div&gt;\n\n*b *b");
    const code = "const a = 1;\n".repeat(5_000);
    const html = draw(`# One\n\n\`\`\`ts\n${code}\`\`\`\n\n# Two`);
    expect(html).toContain('<code class="language-ts">const a');
    expect(html).toContain("Two</h3>");
    expect(html).not.toContain('class="words"');
  });

  test("what would take too long stands as it was written: too large, too deep, out of time", () => {
    const large = `a ${"*b ".repeat(6_000)}`;
    expect(draw(large)).toContain('<div class="words" dir="auto">a *b');
    expect(draw(`${"> ".repeat(4_000)}deep`)).toContain('class="words"');
    let time = 0;
    const slow = createDrawer(() => {
      time += 1_000;
      return time;
    });
    const pieces = `${"**words** ".repeat(500)}\n\n`.repeat(12);
    const html = slow(pieces);
    expect(html).toContain("<strong>words</strong>");
    expect(html).toContain('<div class="words" dir="auto">**words**');
  });
});
