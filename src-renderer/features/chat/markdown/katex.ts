/** KaTeX, which is not part of the start: from TeX to elements. */
import katex from "katex";
import "katex/dist/katex.min.css";

/** `em`: nothing a formula says of itself may be larger; it is also clipped to its place. */
const LARGEST = 40;
const MOST_EXPANSIONS = 300;

interface Drawn {
  attributes?: Record<string, string>;
  children?: Drawn[];
  toNode(): Node;
}

/** KaTeX's tree of elements, before it is made into one. */
const treeOf = (katex as unknown as { __renderToDomTree(tex: string, options: object): Drawn })
  .__renderToDomTree;

/** Where KaTeX would write a `style` attribute, which the page's policy refuses, the style is set by script, which it allows. */
function styleByScript(node: Drawn): void {
  const { attributes } = node;
  if (attributes?.style !== undefined) {
    const { style, ...others } = attributes;
    node.attributes = others;
    const make = node.toNode.bind(node);
    node.toNode = () => {
      const element = make() as HTMLElement;
      element.style.cssText = style;
      return element;
    };
  }
  for (const child of node.children ?? []) styleByScript(child);
}

/** Undefined where KaTeX cannot read it. Nothing that names classes, ids, addresses or styles is trusted. */
export function draw(tex: string, displayMode: boolean): Node | undefined {
  try {
    const tree = treeOf(tex, {
      displayMode,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxSize: LARGEST,
      maxExpand: MOST_EXPANSIONS,
    });
    styleByScript(tree);
    return tree.toNode();
  } catch {
    return undefined;
  }
}
