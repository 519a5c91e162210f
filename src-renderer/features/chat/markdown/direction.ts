/**
 * Finds the writing direction of a list, a quote or a table. HTML's own `auto` skips children that have a `dir` of their own, and here all have one.
 */

interface Node {
  value?: unknown;
  tagName?: unknown;
  children?: unknown;
}

const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns the direction of the first letter in an element of the tree, without code; undefined if there is no letter. */
export function directionOf(node: unknown): "ltr" | "rtl" | undefined {
  if (typeof node !== "object" || node === null) return undefined;
  const { value, tagName, children }: Node = node;
  if (tagName === "code") return undefined;
  if (typeof value === "string") {
    const letter = LETTER.exec(value)?.[0];
    return letter === undefined ? undefined : RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
  }
  if (!Array.isArray(children)) return undefined;
  for (const child of children) {
    const direction = directionOf(child);
    if (direction !== undefined) return direction;
  }
  return undefined;
}
