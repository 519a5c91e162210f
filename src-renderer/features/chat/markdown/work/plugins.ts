/**
 * Changes the parsed tree before it becomes elements. Names, ids, classes and styles that the words bring do not survive this. Each element
 * keeps only the properties in the table below. An element that is not in the table becomes its text.
 */
import type { Element, ElementContent, Nodes as HastNodes, Root as HastRoot } from "hast";
import type { Nodes, Paragraph, PhrasingContent, Root } from "mdast";

/** The elements that Markdown makes, and the properties that each may have. The `data` marks are made here, from the parsed tree. */
const KEPT: Record<string, readonly string[]> = {
  a: ["href"],
  blockquote: [],
  br: [],
  code: ["dataInfo"],
  del: [],
  em: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  img: ["src", "alt"],
  input: ["type", "checked", "disabled"],
  li: [],
  ol: ["start"],
  p: ["dataRaw"],
  pre: [],
  span: ["dataMath", "dataCaret"],
  strong: [],
  sup: ["dataNote"],
  table: [],
  tbody: [],
  td: ["dataAlign"],
  th: ["dataAlign"],
  thead: [],
  tr: [],
  ul: [],
};

type InlineMath = Extract<Nodes, { type: "inlineMath" }>;
type Parent = Extract<Nodes, { children: unknown[] }>;

function eachParent(tree: Nodes, visit: (node: Parent) => void): void {
  const waiting: Nodes[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!("children" in node)) continue;
    visit(node);
    waiting.push(...node.children);
  }
}

const BREAK = /^<br\s*\/?>$/i;

/** Shows markup as the text that it is. A line break is one, because tables have no other way to write it. */
function shown(html: string, inline: boolean): PhrasingContent | Paragraph {
  if (inline && BREAK.test(html)) return { type: "break" };
  if (inline) return { type: "text", value: html };
  return {
    type: "paragraph",
    children: [{ type: "text", value: html }],
    data: { hProperties: { dataRaw: "" } },
  };
}

/** Makes an element of our own, with text in it. Markdown has no node for it. */
function mark(tag: string, properties: Record<string, string>, text: string): PhrasingContent {
  return {
    type: "text",
    value: "",
    data: { hName: tag, hProperties: properties, hChildren: [{ type: "text", value: text }] },
  };
}

/** Returns true for `$$…$$` on a line of its own, which is a display formula. */
function standsAlone(node: InlineMath, parent: Nodes): boolean {
  const { start, end } = node.position ?? {};
  if (parent.type !== "paragraph" || parent.children.length > 1) return false;
  return (end?.offset ?? 0) - (start?.offset ?? 0) >= node.value.length + 4;
}

function replaced(node: Nodes, parent: Nodes, numbers: ReadonlyMap<string, string>): Nodes | undefined {
  switch (node.type) {
    case "html":
      return shown(
        node.value,
        parent.type !== "root" && parent.type !== "listItem" && parent.type !== "blockquote",
      );
    case "footnoteReference":
      return mark(
        "sup",
        { dataNote: numbers.get(node.identifier) ?? "" },
        numbers.get(node.identifier) ?? "",
      );
    case "inlineMath":
      return mark("span", { dataMath: standsAlone(node, parent) ? "display" : "inline" }, node.value);
    case "math": {
      const paragraph: Paragraph = {
        type: "paragraph",
        children: [mark("span", { dataMath: "display" }, node.value)],
      };
      return paragraph;
    }
    case "code":
      return { ...node, data: { hProperties: { dataInfo: node.lang ?? "" } } };
    default:
      return undefined;
  }
}

/** Takes out the definitions that were put before the block. Their words are the numbers of its footnotes. */
function takeNumbers(tree: Root): Map<string, string> {
  const numbers = new Map<string, string>();
  tree.children = tree.children.filter((node) => {
    if (node.type !== "footnoteDefinition") return true;
    const [paragraph] = node.children;
    const text = paragraph?.type === "paragraph" ? paragraph.children[0] : undefined;
    if (text?.type === "text") numbers.set(node.identifier, text.value);
    return false;
  });
  return numbers;
}

/** Works on Markdown's tree: turns markup into text, footnotes into numbers, and formulas and code into marks of our own. */
export function remarkBraid() {
  return (tree: Root): void => {
    const numbers = takeNumbers(tree);
    eachParent(tree, (parent) => {
      parent.children.forEach((node, at) => {
        const other = replaced(node, parent, numbers);
        if (other !== undefined) (parent.children as Nodes[])[at] = other;
      });
    });
  };
}

function keep(nodes: readonly HastNodes[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    // Drops the position in the source, which nobody needs any more.
    if (node.type === "text") return [{ type: "text", value: node.value }];
    if (node.type !== "element") return [];
    const allowed = KEPT[node.tagName];
    if (allowed === undefined) return keep(node.children);
    const properties: Element["properties"] = {};
    // As `align` the property would become a style.
    node.properties.dataAlign = node.properties.align;
    for (const name of allowed)
      if (node.properties[name] !== undefined) properties[name] = node.properties[name];
    return [{ type: "element", tagName: node.tagName, properties, children: keep(node.children) }];
  });
}

/** Works on the elements: drops everything that is not in the table, whatever parsed it. */
export function rehypeKeep() {
  return (tree: HastRoot): void => {
    tree.children = keep(tree.children);
  };
}

const HOLDS_WORDS = /^(?:p|li|h[1-6]|blockquote|ul|ol|td|th|table|tbody|tr)$/;

/** Works on the elements of the tail: puts the caret behind the last word, within its element. */
export function rehypeCaret() {
  return (tree: HastRoot): void => {
    let inside: HastRoot | Element = tree;
    for (;;) {
      const last: HastNodes | undefined = inside.children.findLast(
        (node) => node.type !== "text" || node.value.trim() !== "",
      );
      if (last?.type !== "element" || !HOLDS_WORDS.test(last.tagName)) break;
      inside = last;
    }
    inside.children.push({ type: "element", tagName: "span", properties: { dataCaret: "" }, children: [] });
  };
}
