/**
 * Turns a rendered message into plain text: an empty line between paragraphs, a mark before items, tabs between cells, and code unchanged.
 * Reads the page, not the source, so that the copy is the text that was read.
 */

const BLOCKS = new Set([
  "ADDRESS",
  "ARTICLE",
  "BLOCKQUOTE",
  "DD",
  "DETAILS",
  "DIV",
  "DL",
  "DT",
  "FIGURE",
  "FOOTER",
  "H1",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "HEADER",
  "HR",
  "LI",
  "OL",
  "P",
  "PRE",
  "SECTION",
  "TABLE",
  "TR",
  "UL",
]);
/** Blocks with an empty line around them. */
const APART = new Set([
  "BLOCKQUOTE",
  "DL",
  "H1",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "OL",
  "P",
  "PRE",
  "TABLE",
  "UL",
]);

class Writer {
  #text = "";
  /** The line ends to write before the next word. */
  #owed = 0;

  breakLine(lines: number): void {
    if (this.#text !== "") this.#owed = Math.max(this.#owed, lines);
  }

  write(words: string): void {
    if (words === "") return;
    // A line end in the text itself counts as one of those owed.
    const has = this.#text.endsWith("\n") ? 1 : 0;
    this.#text += "\n".repeat(Math.max(0, this.#owed - has)) + words;
    this.#owed = 0;
  }

  /** Writes text with white space as the page shows it: as one space, and none at the beginning of a line. */
  writeFlowing(words: string): void {
    const flowing = words.replace(/\s+/g, " ");
    const atStart = this.#owed > 0 || this.#text === "" || /\s$/.test(this.#text);
    this.write(atStart ? flowing.trimStart() : flowing);
  }

  get text(): string {
    return this.#text.trimEnd();
  }
}

export const isUnread = (element: Element): boolean =>
  element.matches("button, style, script, svg, iframe, [hidden], [aria-hidden='true'], [data-no-copy]");

/** A formula is copied as its source. */
const formulaOf = (element: Element): string | undefined =>
  element.matches(".katex")
    ? (element.querySelector("annotation")?.textContent ?? element.textContent ?? undefined)
    : undefined;

function markOf(item: Element): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return "- ";
  return `${list.start + [...list.children].indexOf(item)}. `;
}

function visit(node: Node, to: Writer): void {
  if (node instanceof Text) {
    const { parentElement } = node;
    const keeps = parentElement !== null && getComputedStyle(parentElement).whiteSpace.startsWith("pre");
    if (keeps) to.write(node.data);
    else to.writeFlowing(node.data);
    return;
  }
  if (!(node instanceof Element) || isUnread(node)) return;
  const formula = formulaOf(node);
  if (formula !== undefined) return to.write(formula);
  if (node.tagName === "BR") return to.breakLine(1);
  const isItem = node.tagName === "LI";
  const apart = APART.has(node.tagName) && node.parentElement?.tagName !== "LI" ? 2 : 1;
  if (BLOCKS.has(node.tagName)) to.breakLine(apart);
  if (isItem) to.write(markOf(node));
  if (node.matches("td + td, th + th, td + th, th + td")) to.write("\t");
  for (const child of node.childNodes) visit(child, to);
  if (BLOCKS.has(node.tagName)) to.breakLine(apart);
}

/** Returns the text of all `elements` in order, with an empty line between two. */
export function plainText(elements: Iterable<Element>): string {
  const to = new Writer();
  for (const element of elements) {
    visit(element, to);
    to.breakLine(2);
  }
  return to.text;
}
