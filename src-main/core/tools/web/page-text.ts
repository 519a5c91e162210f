/** Turns the HTML of a page into Markdown or plain text. Runs in a thread of its own: a page may be made to take for ever. */
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";

export type PageFormat = "markdown" | "text";

export interface PageQuestion {
  html: string;
  /** Where the page is: its links are made whole by it. */
  url: string;
  format: PageFormat;
}

export interface PageAnswer {
  title: string;
  text: string;
}

/** The little that is used of a document: the types of a browser would say that main has a window. */
interface PageNode {
  nodeName: string;
  nodeType: number;
  nodeValue: string | null;
  textContent: string | null;
  childNodes: Iterable<PageNode>;
}
interface PageElement extends PageNode {
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  remove(): void;
}
interface PageDocument {
  body: PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

type ReadableDocument = ConstructorParameters<typeof Readability>[0];

const documentOf = (html: string): PageDocument =>
  (parseHTML(html) as unknown as { document: PageDocument }).document;

/** Elements that hold nothing to read. */
const UNREAD =
  "script, style, noscript, template, svg, canvas, iframe, object, embed, dialog, [hidden], [aria-hidden=true]";

/** The share of a page's words that the article must hold: a page that is no article would lose its lists. */
const SMALLEST_SHARE = 0.25;

/** @throws where the page is too deep to be read */
export function pageText({ html, url, format }: PageQuestion): PageAnswer {
  const document = documentOf(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const base = baseOf(document.querySelector("base")?.getAttribute("href") ?? "", url);
  const title = wordsOf(document.querySelector("title")?.textContent ?? "");
  for (const element of document.querySelectorAll(UNREAD)) element.remove();
  const whole = document.body;
  const article = articleOf(html);
  const isArticle = article !== undefined && sizeOf(article.root) >= sizeOf(whole) * SMALLEST_SHARE;
  const root = isArticle ? article.root : whole;
  const text = format === "text" ? plainText(root) : markdownOf(root, base);
  return { title: wordsOf(article?.title ?? "") || title, text: text.trim() };
}

const wordsOf = (text: string): string => text.replace(/\s+/g, " ").trim();
const sizeOf = (root: PageElement): number => wordsOf(root.textContent ?? "").length;

function baseOf(named: string, url: string): string {
  return URL.canParse(named, url) ? new URL(named, url).href : url;
}

/** Works on a document of its own, because it takes the document apart. */
function articleOf(html: string): { root: PageElement; title: string } | undefined {
  const document = documentOf(html);
  for (const element of document.querySelectorAll(UNREAD)) element.remove();
  try {
    const read = new Readability<PageElement>(document as unknown as ReadableDocument, {
      keepClasses: true,
      serializer: (node) => node as unknown as PageElement,
    }).parse();
    return read?.content ? { root: read.content, title: read.title ?? "" } : undefined;
  } catch {
    return undefined;
  }
}

const BLOCKS =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/;

function plainText(root: PageElement): string {
  const pieces: string[] = [];
  const walk = (node: PageNode, isKept: boolean): void => {
    const name = node.nodeName.toLowerCase();
    if (node.nodeType === 3)
      pieces.push(isKept ? (node.nodeValue ?? "") : (node.nodeValue ?? "").replace(/\s+/g, " "));
    const isBlock = BLOCKS.test(name);
    if (isBlock) pieces.push("\n");
    if (name === "td" || name === "th") pieces.push(" ");
    for (const child of node.childNodes) walk(child, isKept || name === "pre");
    if (isBlock) pieces.push("\n");
  };
  walk(root, false);
  return pieces
    .join("")
    .replace(/[ \t]*\n[ \t]*(?=\n)/g, "\n")
    .replace(/\n{3,}/g, "\n\n");
}

function markdownOf(root: PageElement, base: string): string {
  const service = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
  });
  service.addRule("link", {
    filter: (node) => node.nodeName === "A" && node.hasAttribute("href"),
    replacement: (content, node) => {
      const to = whole((node as PageElement).getAttribute("href"), base);
      const words = content.trim();
      return to === undefined || words === "" ? content : `[${words}](${to})`;
    },
  });
  service.addRule("image", {
    filter: "img",
    replacement: (_, node) => {
      const words = wordsOf((node as PageElement).getAttribute("alt") ?? "");
      const from = whole((node as PageElement).getAttribute("src"), base);
      return words === "" || from === undefined ? words : `![${words}](${from})`;
    },
  });
  addTables(service);
  return service.turndown(root as never);
}

/** Nothing but pages: a link that runs a script, or that holds a whole file, is of no use to a model. */
function whole(address: string | null, base: string): string | undefined {
  if (address === null || !URL.canParse(address, base)) return undefined;
  const { protocol, href } = new URL(address, base);
  return /^(https?|mailto):$/.test(protocol) ? href : undefined;
}

/** Markdown has tables, but the library leaves them out. */
function addTables(service: TurndownService): void {
  const isHead = (row: PageNode): boolean => {
    const cells = [...row.childNodes].filter(({ nodeType }) => nodeType === 1);
    return cells.length > 0 && cells.every(({ nodeName }) => nodeName === "TH");
  };
  service.addRule("cell", {
    filter: ["td", "th"],
    replacement: (content) =>
      ` ${content
        .trim()
        .replace(/\s*\n\s*/g, " ")
        .replaceAll("|", "\\|")} |`,
  });
  service.addRule("row", {
    filter: "tr",
    replacement: (content, node) => {
      const cells = [...node.childNodes].filter(({ nodeName }) => /^T[DH]$/.test(nodeName)).length;
      return `\n|${content.trimEnd()}${isHead(node) ? `\n|${" --- |".repeat(cells)}` : ""}`;
    },
  });
  service.addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });
  service.addRule("table-part", { filter: ["thead", "tbody", "tfoot"], replacement: (content) => content });
}
