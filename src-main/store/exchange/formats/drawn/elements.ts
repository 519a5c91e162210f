/**
 * Writes a tree of elements as HTML. Only the elements and attributes of the table are written: whatever a model has said, nothing else of
 * it can become markup. An element that is not in the table becomes its words.
 */
import type { Element, ElementContent, RootContent } from "hast";
import { isPictureAddress, linkAddresses } from "../../../../../src-preload/contract/domain/addresses";
import { escaped } from "../as-written";

const linkAddress = linkAddresses(URL);

export interface Drawing {
  /** Draws a formula; the result is HTML. */
  formula(tex: string, display: boolean): string;
  /** Stands before the ids of footnotes, because many texts share a page. */
  prefix: string;
}

/** Elements that are written as they are, with the attributes that each may have beside those made here. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  blockquote: [],
  code: [],
  del: [],
  em: [],
  li: ["id"],
  ol: ["start"],
  p: [],
  pre: [],
  strong: [],
  sup: [],
  tbody: [],
  td: ["align"],
  th: ["align"],
  thead: [],
  tr: [],
  ul: [],
};
/** Elements that each take their direction of writing from their own words. */
const DIRECTED = new Set(["blockquote", "li", "p", "td", "th"]);

const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  id: (value) => NOTE.test(value),
  start: (value) => /^\d{1,9}$/.test(value),
  align: (value) => ["left", "center", "right"].includes(value),
};
/** The ids of footnotes. */
const NOTE = /^fn(?:ref)?-[\w.%~!$*(),:;@/?=+-]{1,300}$/;
const LANGUAGE = /^language-[\w+#.-]{1,30}$/;

const classesOf = ({ properties: { className } }: Element): string[] =>
  Array.isArray(className) ? className.map(String) : [];

export function textIn(nodes: readonly (RootContent | ElementContent)[]): string {
  return nodes
    .map((node) => (node.type === "text" ? node.value : node.type === "element" ? textIn(node.children) : ""))
    .join("");
}

export function toHtml(nodes: readonly (RootContent | ElementContent)[], drawing: Drawing): string {
  return nodes
    .map((node) => {
      if (node.type === "text") return escaped(node.value);
      return node.type === "element" ? elementHtml(node, drawing) : "";
    })
    .join("");
}

function elementHtml(element: Element, drawing: Drawing): string {
  const { tagName, children } = element;
  const inside = () => toHtml(children, drawing);
  switch (tagName) {
    case "a":
      return link(element, inside(), drawing) + titleOf(element);
    case "br":
    case "hr":
      return `<${tagName}>`;
    case "img":
      return picture(element) + titleOf(element);
    case "input":
      return element.properties.checked === true ? "☑" : "☐";
    case "table":
      return `<div class="wide"><table>${inside()}</table></div>`;
    case "section":
      return `<section class="notes">${inside()}</section>`;
    default:
      return formulaIn(element, drawing) ?? headingOf(element, inside) ?? plain(element, inside, drawing);
  }
}

/** The headings of an answer stand below that of its message. The one above footnotes is the parser's own. */
function headingOf({ tagName, properties }: Element, inside: () => string): string | undefined {
  const level = /^h([1-6])$/.exec(tagName)?.[1];
  if (level === undefined) return undefined;
  if (properties.id === "footnote-label") return "";
  const tag = `h${Math.min(6, Number(level) + 2)}`;
  return `<${tag} dir="auto">${inside()}</${tag}>`;
}

function plain(element: Element, inside: () => string, { prefix }: Drawing): string {
  const { tagName, properties } = element;
  const kept = PLAIN[tagName];
  if (kept === undefined) return inside();
  const attributes = kept.flatMap((name) => {
    const value = String(properties[name] ?? "");
    return CHECKS[name]?.(value) ? [` ${name}="${name === "id" ? prefix : ""}${value}"`] : [];
  });
  if (DIRECTED.has(tagName)) attributes.push(' dir="auto"');
  const language = tagName === "code" ? classesOf(element).find((name) => LANGUAGE.test(name)) : undefined;
  if (language !== undefined) attributes.push(` class="${language}"`);
  return `<${tagName}${attributes.join("")}>${inside()}</${tagName}>`;
}

function link({ properties, children }: Element, inside: string, { prefix }: Drawing): string {
  const href = String(properties.href ?? "");
  if (href.startsWith("#") && NOTE.test(href.slice(1))) {
    const id = String(properties.id ?? "");
    return `<a${NOTE.test(id) ? ` id="${prefix}${id}"` : ""} href="#${prefix}${href.slice(1)}">${inside}</a>`;
  }
  const address = linkAddress(href);
  if (address !== undefined) return anchor(address, textIn(children), inside);
  return textIn(children) === href ? inside : `${inside} (${escaped(href)})`;
}

/** Without its scheme and its last slash, as people write it. */
const briefly = (address: string): string => address.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** Paper shows the address behind the words, unless they are the address (class `bare`). */
function anchor(address: string, words: string, inside: string): string {
  const isBare = words.trim() === "" || briefly(words.trim()) === briefly(address);
  return `<a${isBare ? ' class="bare"' : ""} href="${escaped(address)}" rel="noreferrer">${inside}</a>`;
}

/** The title of a link or picture: paper shows none. */
const titleOf = ({ properties: { title } }: Element): string =>
  typeof title === "string" && title.trim() !== "" ? escaped(` (${title})`) : "";

/** No picture is fetched: one of elsewhere is a link. */
function picture({ properties }: Element): string {
  const src = String(properties.src ?? "");
  const alt = String(properties.alt ?? "");
  if (isPictureAddress(src)) return `<img alt="${escaped(alt)}" src="${src}">`;
  const address = linkAddress(src);
  const words = escaped(alt === "" ? src : alt);
  if (address !== undefined) return anchor(address, alt, words);
  return alt === "" ? words : `${words} (${escaped(src)})`;
}

function formulaIn(element: Element, drawing: Drawing): string | undefined {
  const [only] = element.children;
  const inner = element.children.length === 1 && only?.type === "element" ? only : undefined;
  if (element.tagName === "pre" && inner !== undefined && classesOf(inner).includes("math-display"))
    return `<p>${drawing.formula(textIn(inner.children), true)}</p>`;
  if (element.tagName !== "code" || !classesOf(element).includes("math-inline")) return undefined;
  return drawing.formula(textIn(element.children), false);
}
