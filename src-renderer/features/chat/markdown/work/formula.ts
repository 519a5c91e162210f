/**
 * Turns a formula from TeX into elements as plain data. KaTeX makes its elements through `document`, which a worker lacks, so it gets one
 * that records the elements. No TeX command may set classes, ids, addresses or styles of its own (`trust`).
 */
import katex from "katex";

/** The namespaces of elements: HTML, MathML, SVG. */
export type Space = "html" | "math" | "svg";

/** An element of a drawn formula. A string is text. */
export interface FormulaElement {
  space: Space;
  tag: string;
  attributes: Record<string, string>;
  /** CSS by the names of scripts (`marginRight`). */
  style: Record<string, string>;
  children: (FormulaElement | string)[];
}

/** The bounds of a formula. */
export interface FormulaBudget {
  characters: number;
  levels: number;
  elements: number;
}

/** Thrown if the formula is over its budget. */
export class TooMuch extends Error {}

/** In `em`: the largest size that a formula may ask for. It is also clipped to its place. */
const LARGEST = 40;
const MOST_EXPANSIONS = 300;

const SPACES: Record<string, Space> = {
  "http://www.w3.org/1998/Math/MathML": "math",
  "http://www.w3.org/2000/svg": "svg",
};

/** Records the calls of KaTeX on an element that it makes. */
class Recorded implements FormulaElement {
  readonly attributes: Record<string, string> = {};
  readonly style: Record<string, string> = {};
  readonly children: (FormulaElement | string)[] = [];

  constructor(
    readonly space: Space,
    readonly tag: string,
  ) {}

  set className(names: string) {
    if (names !== "") this.attributes.class = names;
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes[name] = String(value);
  }

  appendChild(child: Recorded | string): void {
    if (typeof child !== "string" && child.tag === "") this.children.push(...child.children);
    else this.children.push(child);
  }
}

/** Makes a `document` that records up to `most` elements. */
function recorder(most: number) {
  let count = 0;
  const make = (space: Space, tag: string) => {
    count += 1;
    if (count > most) throw new TooMuch();
    return new Recorded(space, tag);
  };
  return {
    createElement: (tag: string) => make("html", tag),
    createElementNS: (space: string, tag: string) => make(SPACES[space] ?? "html", tag),
    createDocumentFragment: () => make("html", ""),
    createTextNode: (text: string) => text,
  };
}

/** Returns KaTeX's own tree, from which it makes elements. */
const treeOf = (
  katex as unknown as { __renderToDomTree(tex: string, options: object): { toNode(): Recorded } }
).__renderToDomTree;

const TOKENS = /\\(?:([a-zA-Z]+)|[\s\S])|[{}]/g;
/** Returns the depth of a formula. Repetitions of one command count too, because they nest without braces (`\frac\frac\frac`). */
function levelsOf(tex: string): number {
  let [depth, deepest, repeated, end] = [0, 0, 0, 0];
  let before: string | undefined;
  for (const { 0: token, 1: command, index } of tex.matchAll(TOKENS)) {
    if (token === "{" || command === "left" || command === "begin") depth += 1;
    else if (token === "}" || command === "right" || command === "end") depth -= 1;
    repeated = command !== undefined && command === before && index === end ? repeated + 1 : 0;
    before = command;
    end = index + token.length;
    deepest = Math.max(deepest, depth, repeated);
  }
  return deepest;
}

/** Returns undefined if KaTeX cannot read the formula. Throws `TooMuch` if it is over its budget. */
export function drawFormula(
  tex: string,
  displayMode: boolean,
  { characters, levels, elements }: FormulaBudget,
): FormulaElement | undefined {
  if (tex.length > characters || levelsOf(tex) > levels) throw new TooMuch();
  const scope = globalThis as { document?: unknown };
  const { document } = scope;
  try {
    const tree = treeOf(tex, {
      displayMode,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxSize: LARGEST,
      maxExpand: MOST_EXPANSIONS,
    });
    scope.document = recorder(elements);
    const { space, tag, attributes, style, children } = tree.toNode();
    return { space, tag, attributes, style, children };
  } catch (error) {
    if (error instanceof TooMuch || error instanceof RangeError) throw new TooMuch();
    return undefined;
  } finally {
    if (document === undefined) delete scope.document;
    else scope.document = document;
  }
}

/** Counts the elements of a formula. */
export function sizeOf({ children }: FormulaElement): number {
  let size = 1;
  for (const child of children) if (typeof child !== "string") size += sizeOf(child);
  return size;
}
