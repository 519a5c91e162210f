/**
 * Draws Markdown as HTML, for the export. Markup in it stays text. Each text has a limit of time that grows with its length, and its pieces
 * have a limit of size: what is beyond them stands as it was written.
 */
import type { Element, ElementContent } from "hast";
import katex from "katex";
import type { Html, Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { withMathDelimiters } from "../../../../../src-preload/contract/domain/math-delimiters";
import { asWritten, escaped } from "../as-written";
import { cut, type MarkdownPiece } from "./cut";
import { type Drawing, toHtml } from "./elements";
import { keepWords } from "./keep-words";

/** Milliseconds for a text, and for each of its characters: ordinary words need less than a tenth of it. */
const TIME = 1_000;
const TIME_A_CHARACTER = 0.05;
/** Characters of a formula. */
const LARGEST_FORMULA = 4_000;
/** In `em`: the largest size that a formula may ask for. */
const LARGEST_SIZE = 40;
const MOST_EXPANSIONS = 300;
/** Marks a command that is not trusted (`\\href`): it would stand there without its words. */
const REFUSED = "#cc0001";

/** @param now milliseconds */
export function createDrawer(now: () => number = () => performance.now()): (markdown: string) => string {
  let number = 0;
  return (markdown) => {
    const until = now() + TIME + markdown.length * TIME_A_CHARACTER;
    const linked = new Set<string>();
    return cut(markdown)
      .map((piece) => {
        const { text, drawable } = piece;
        if (!drawable || now() > until) return asWritten(text);
        number += 1;
        return drawn(piece, number, linked) ?? asWritten(text);
      })
      .join("\n");
  };
}

/** Undefined where the text is nested too deep for the parser, or becomes far larger than it is. */
function drawn({ before, text }: MarkdownPiece, number: number, linked: Set<string>): string | undefined {
  try {
    const source = before + withMathDelimiters(text);
    const parsed = pipeline.parse(source);
    keepWords(parsed, { source, before: before.length, linked });
    const tree = pipeline.runSync(parsed);
    return `<div class="drawn">${toHtml(tree.children, { formula, prefix: `n${number}-` })}</div>`;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const HOLDS_BLOCKS = ["root", "listItem", "blockquote", "footnoteDefinition"];

/** Markup is shown as the text that it is. A line break is one, because tables have no other way to write it. */
function html(_: unknown, { value }: Html, parent: Nodes | undefined): ElementContent {
  const isBlock = parent === undefined || HOLDS_BLOCKS.includes(parent.type);
  if (!isBlock && /^<br\s*\/?>$/i.test(value)) return element("br", []);
  const text = { type: "text", value } as const;
  return isBlock ? element("p", [text]) : text;
}

const element = (tagName: string, children: ElementContent[]): Element => ({
  type: "element",
  tagName,
  properties: {},
  children,
});

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkRehype, { clobberPrefix: "", handlers: { html } })
  .freeze();

/** A formula as MathML, which browsers draw without fonts or styles of ours; one that cannot be read as it was written. */
const formula: Drawing["formula"] = (tex, displayMode) => {
  const written = `<code>${escaped(displayMode ? `$$${tex}$$` : `$${tex}$`)}</code>`;
  if (tex.length > LARGEST_FORMULA) return written;
  try {
    const html = katex.renderToString(tex, {
      displayMode,
      output: "mathml",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxSize: LARGEST_SIZE,
      maxExpand: MOST_EXPANSIONS,
      errorColor: REFUSED,
    });
    return html.includes(REFUSED) ? written : html;
  } catch {
    return written;
  }
};
