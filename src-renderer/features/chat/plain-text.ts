/**
 * The words of a rendered message as plain text: paragraphs apart, items with their mark, cells with tabs between, code as it stands.
 * Reads the page, not the source, so what is copied is what was read.
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
  /** Line ends owed before the next word. */
  #owed = 0;

  breakLine(lines: number): void {
    if (this.#text !== "") this.#owed = Math.max(this.#owed, lines);
  }

  write(words: string): void {
    if (words === "") return;
    // A line end that stands in the text itself is one of those owed.
    const has = this.#text.endsWith("\n") ? 1 : 0;
    this.#text += "\n".repeat(Math.max(0, this.#owed - has)) + words;
    this.#owed = 0;
  }

  /** White space of the source, which the page shows as one space, and at a line's beginning not at all. */
  writeFlowing(words: string): void {
    const flowing = words.replace(/\s+/g, " ");
    const atStart = this.#owed > 0 || this.#text === "" || /\s$/.test(this.#text);
    this.write(atStart ? flowing.trimStart() : flowing);
  }

  get text(): string {
    return this.#text.trimEnd();
  }
}

const isUnread = (element: Element): boolean =>
  element.matches("button, style, script, svg, iframe, [hidden], [aria-hidden='true'], [data-no-copy]");

/** A formula is read as the source that was written for it. */
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

/** The text of all `elements`, in order, an empty line between two. */
export function plainText(elements: Iterable<Element>): string {
  const to = new Writer();
  for (const element of elements) {
    visit(element, to);
    to.breakLine(2);
  }
  return to.text;
}
