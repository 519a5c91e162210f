/**
 * Draws Markdown as HTML, for the export. Markup in it stays text. Each text has a limit of time that grows with its length, and its pieces
 * have a limit of size: what is beyond them stands as it was written.
 */
import type { Element, ElementContent } from "hast";
import katex from "katex";
import type { Html, Nodes, Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { withMathDelimiters } from "../../../../../src-preload/contract/domain/math-delimiters";
import { asWritten, escaped } from "../as-written";
import { cut } from "./cut";
import { type Drawing, toHtml } from "./elements";

/** Milliseconds for a text, and for each of its characters: ordinary words need less than a tenth of it. */
const TIME = 1_000;
const TIME_A_CHARACTER = 0.05;
/** Characters of a formula. */
const LARGEST_FORMULA = 4_000;
/** In `em`: the largest size that a formula may ask for. */
const LARGEST_SIZE = 40;
const MOST_EXPANSIONS = 300;

/** @param now milliseconds */
export function createDrawer(now: () => number = () => performance.now()): (markdown: string) => string {
  let number = 0;
  return (markdown) => {
    const until = now() + TIME + markdown.length * TIME_A_CHARACTER;
    return cut(markdown)
      .map(({ text, drawable }) => {
        if (!drawable || now() > until) return asWritten(text);
        number += 1;
        return drawn(text, number) ?? asWritten(text);
      })
      .join("\n");
  };
}

/** Undefined where the text is nested too deep for the parser. */
function drawn(text: string, number: number): string | undefined {
  try {
    const tree = pipeline.runSync(pipeline.parse(withMathDelimiters(text)));
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

/** A footnote that nothing refers to would not be shown at all: it becomes words where it stands. */
function remarkLooseNotes() {
  return (tree: Root): void => {
    const used = new Set<string>();
    const waiting: Nodes[] = [tree];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.type === "footnoteReference") used.add(node.identifier);
      if ("children" in node) waiting.push(...node.children);
    }
    tree.children = tree.children.flatMap((node) => {
      if (node.type !== "footnoteDefinition" || used.has(node.identifier)) return [node];
      const mark = { type: "text", value: `[^${node.label ?? node.identifier}]:` } as const;
      return [{ type: "paragraph", children: [mark] } as const, ...node.children];
    });
  };
}

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkLooseNotes)
  .use(remarkRehype, { clobberPrefix: "", handlers: { html } })
  .freeze();

/** A formula as MathML, which browsers draw without fonts or styles of ours; one that cannot be read as it was written. */
const formula: Drawing["formula"] = (tex, displayMode) => {
  const written = `<code>${escaped(displayMode ? `$$${tex}$$` : `$${tex}$`)}</code>`;
  if (tex.length > LARGEST_FORMULA) return written;
  try {
    return katex.renderToString(tex, {
      displayMode,
      output: "mathml",
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxSize: LARGEST_SIZE,
      maxExpand: MOST_EXPANSIONS,
    });
  } catch {
    return written;
  }
};
