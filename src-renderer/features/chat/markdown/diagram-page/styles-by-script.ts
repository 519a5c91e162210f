/**
 * Sets Mermaid's styles by script. Mermaid writes `style` elements and `style` attributes, and the frame's policy refuses both, but not
 * styles that a script sets. Attributes are set through the element's own style, sheets through those that the document adopts.
 */

const MOVED = "data-style";

/** Takes the parts that the policy would refuse out of markup: sheets are returned apart, attributes get another name. */
function takeStyles(markup: string): { markup: string; css: string[] } {
  const css: string[] = [];
  const without = markup.replace(/<style\b[^>]*>([\s\S]*?)<\/style>/gi, (_, text: string) => {
    css.push(text);
    return "";
  });
  return { markup: withoutAttributes(without), css };
}

/** Renames the `style` attribute of each element. A second one on the same element counts for nothing in HTML. */
const withoutAttributes = (markup: string): string => markup.replace(/(<[^<>]*?)\sstyle=/gi, `$1 ${MOVED}=`);

function adopt(texts: readonly string[]): void {
  const adopted = texts.map((text) => {
    const sheet = new CSSStyleSheet();
    // `replaceSync` ignores imports, and nothing could be fetched in any case.
    sheet.replaceSync(text);
    return sheet;
  });
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...adopted];
}

function setMoved(root: Element | DocumentFragment): void {
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>(`[${MOVED}]`)) {
    element.style.cssText = element.getAttribute(MOVED) ?? "";
    element.removeAttribute(MOVED);
  }
}

/** Puts markup into `place`, with its styles. Nothing else turns text into elements here. */
export function setMarkup(place: Element, text: string): void {
  const { markup, css } = takeStyles(text);
  adopt(css);
  const parsed = new DOMParser().parseFromString(markup, "text/html");
  setMoved(parsed.body);
  place.replaceChildren(...parsed.body.childNodes);
}

/** Adopts a `style` element that is to be added to the document, and keeps it out. */
function keepOut(node: Node): boolean {
  if (node.nodeName.toLowerCase() !== "style") return false;
  adopt([node.textContent ?? ""]);
  return true;
}

/** Removes the sheets of the last drawing. */
export function clearStyles(): void {
  document.adoptedStyleSheets = [];
}

/** Makes every way of writing a style that Mermaid uses set it by script. */
export function setStylesByScript(): void {
  const element = Element.prototype;
  const { setAttribute, setAttributeNS } = element;
  element.setAttribute = function (name, value) {
    if (name.toLowerCase() === "style") (this as HTMLElement).style.cssText = String(value);
    else setAttribute.call(this, name, value);
  };
  element.setAttributeNS = function (namespace, name, value) {
    if (name.toLowerCase() === "style") (this as HTMLElement).style.cssText = String(value);
    else setAttributeNS.call(this, namespace, name, value);
  };
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function (text, type) {
    return parseFromString.call(this, withoutAttributes(String(text)), type);
  };
  const inner = Object.getOwnPropertyDescriptor(element, "innerHTML");
  Object.defineProperty(element, "innerHTML", {
    configurable: true,
    get() {
      return inner?.get?.call(this);
    },
    set(this: Element, text: unknown) {
      if (this.localName === "style") {
        this.textContent = String(text);
        return;
      }
      const { markup, css } = takeStyles(String(text ?? ""));
      adopt(css);
      inner?.set?.call(this, markup);
      setMoved(this);
    },
  });
  const node = Node.prototype;
  const { insertBefore, appendChild } = node;
  node.insertBefore = function <T extends Node>(child: T, before: Node | null): T {
    return keepOut(child) ? child : (insertBefore.call(this, child, before) as T);
  };
  node.appendChild = function <T extends Node>(child: T): T {
    return keepOut(child) ? child : (appendChild.call(this, child) as T);
  };
}
