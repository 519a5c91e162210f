/** Turns a message on the page into rich text for other programs: its words, without buttons, classes and drawn formulas. */

import { isUnread } from "./plain-text";

/** Attributes that mean something in another program. */
const KEPT = new Set(["href", "colspan", "rowspan", "start", "dir"]);

/** The TeX of a formula, as Markdown writes it. */
export function texOf(formula: Element): string {
  const tex = (formula.querySelector("annotation") ?? formula).textContent ?? "";
  return formula.matches(".formula-display") ? `$$${tex}$$` : `$${tex}$`;
}

function bare(text: Element): string {
  const copy = text.cloneNode(true) as Element;
  for (const formula of copy.querySelectorAll(".formula")) formula.replaceWith(texOf(formula));
  for (const element of copy.querySelectorAll("*")) {
    if (isUnread(element)) element.remove();
    for (const { name } of [...element.attributes]) if (!KEPT.has(name)) element.removeAttribute(name);
  }
  return copy.innerHTML;
}

function escaped(words: string): string {
  const place = document.createElement("p");
  place.textContent = words;
  return place.innerHTML;
}

/** HTML of the words of a message, under the name of its speaker. */
export function richText(name: string, article: Element): string {
  const texts = [...article.querySelectorAll(":scope .text")].map((text) =>
    // A user's line ends are no markup.
    article.matches("[data-role=user]")
      ? `<p>${escaped(text.textContent ?? "").replaceAll("\n", "<br>")}</p>`
      : bare(text),
  );
  return `<p><b>${escaped(name)}</b></p>${texts.join("")}`;
}
