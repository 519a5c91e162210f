/**
 * Turns one block of Markdown into a tree of elements as plain data. Runs in a worker, and in tests without one. The size of the tree is
 * bounded here, so that a small source that explodes is refused. The page bounds the time.
 */
import type { Element, Root, RootContent } from "hast";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remend from "remend";
import { unified } from "unified";
import { withMathDelimiters } from "../../../../../src-preload/contract/domain/math-delimiters";
import type { drawFormula, FormulaElement } from "./formula";
import { rehypeCaret, rehypeKeep, remarkBraid } from "./plugins";

export interface BlockToDraw {
  /** Definitions of other blocks that this block refers to. */
  before: string;
  text: string;
  /** True while the block is being written. Open marks are closed, and a caret stands at its end. */
  open: boolean;
  /** The factor of its budget. */
  scale: number;
}

/** A formula's place in the tree holds its drawing. */
export interface FormulaData {
  formula?: FormulaElement;
}

export interface DrawnBlock {
  tree: Root;
  /** The number of elements and texts. */
  nodes: number;
  /** True if formulas were over their budget, and are shown as they were written. */
  partial: boolean;
}

/** The most characters of a block. */
const LARGEST = 1_000_000;
/** The most elements and texts of a block, with its formulas. A frame can put so many on the page. */
export const MOST_NODES = 4_000;
/** The greatest depth of elements. */
export const DEEPEST = 150;
export const FORMULA = { characters: 4_000, levels: 16, elements: 2_000 };

/** Draws formulas. Fetched when the first one comes. */
export interface Formulas {
  drawFormula: typeof drawFormula;
  sizeOf: (formula: FormulaElement) => number;
}

const toTree = unified().use(remarkParse).use(remarkGfm).use(remarkMath).use(remarkBraid).use(remarkRehype);
const settled = toTree().use(rehypeKeep).freeze();
const growing = toTree().use(rehypeKeep).use(rehypeCaret).freeze();

const UNFINISHED = { linkMode: "text-only" } as const;

/** Closes the open marks of a text that is still being written. */
function finished(text: string): string {
  const formula = text.lastIndexOf("\\[");
  return remend(formula >= 0 && !text.includes("\\]", formula) ? `${text}\\]` : text, UNFINISHED);
}

/** Returns true if the block may hold formulas. */
export const mayHoldFormulas = ({ text }: BlockToDraw): boolean => /[$]|\\[([]/.test(text);

/** Counts the nodes of a tree; throws if they are too many or too deep. */
function measure(tree: Root, most: number): number {
  let count = 0;
  let level: (Root | RootContent)[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (count > most || depth > DEEPEST) throw new RangeError("more than can be put on a page");
    level = level.flatMap((node) => ("children" in node ? node.children : []));
  }
  return count;
}

function eachFormula(node: Root | Element, visit: (node: Element, tex: string) => void): void {
  for (const child of node.children) {
    if (child.type !== "element") continue;
    const [text] = child.children;
    if (child.properties.dataMath === undefined) eachFormula(child, visit);
    else if (text?.type === "text") visit(child, text.value);
  }
}

/** Draws the formulas of a tree into it, as many as its budget allows. */
class FormulaPainter {
  /** The formulas of the last block. While a block grows, the same ones come again and again. */
  #known = new Map<string, FormulaElement | undefined>();

  paint({ drawFormula, sizeOf }: Formulas, block: { tree: Root; nodes: number }, scale: number): boolean {
    const drawn = new Map<string, FormulaElement | undefined>();
    const budget = { characters: FORMULA.characters * scale, levels: FORMULA.levels * scale, elements: 0 };
    let partial = false;
    eachFormula(block.tree, (node, tex) => {
      const display = node.properties.dataMath === "display";
      const key = `${display}${tex}`;
      budget.elements = Math.min(FORMULA.elements * scale, MOST_NODES * scale - block.nodes);
      try {
        const again = drawn.get(key) ?? this.#known.get(key);
        const formula = again ?? drawFormula(tex, display, budget);
        drawn.set(key, formula);
        if (formula === undefined) return;
        const size = sizeOf(formula);
        if (size > budget.elements) throw new RangeError();
        block.nodes += size;
        (node as { data?: FormulaData }).data = { formula };
      } catch {
        partial = true;
      }
    });
    this.#known = drawn;
    return partial;
  }
}

const painter = new FormulaPainter();

/** Draws one block. Throws if it is more than may be put on a page. */
export function drawBlock(block: BlockToDraw, formulas: Formulas | undefined): DrawnBlock {
  const { before, text, open, scale } = block;
  if (text.length > LARGEST) throw new RangeError("larger than a block may be");
  const pipeline = open ? growing : settled;
  const source = before + withMathDelimiters(open ? finished(text) : text);
  const tree = pipeline.runSync(pipeline.parse(source)) as Root;
  const drawn = { tree, nodes: measure(tree, MOST_NODES * scale) };
  const partial = formulas === undefined ? false : painter.paint(formulas, drawn, scale);
  return { ...drawn, partial };
}
