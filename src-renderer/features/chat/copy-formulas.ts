/** What is copied of marked words with formulas in them: the TeX that was written, not the glyphs it was drawn with. */
import type { ClipboardEvent } from "react";
import { plainText } from "./plain-text";

const formulaAround = (node: Node): Element | undefined =>
  (node instanceof Element ? node : node.parentElement)?.closest(".formula") ?? undefined;

/** A formula is copied whole. */
function wholeFormulas(marked: Range): Range {
  const range = marked.cloneRange();
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)];
  if (first !== undefined) range.setStartBefore(first);
  if (last !== undefined) range.setEndAfter(last);
  return range;
}

function source(formula: Element): string {
  const tex = (formula.querySelector("annotation") ?? formula).textContent ?? "";
  return formula.matches(".formula-display") ? `$$${tex}$$` : `$${tex}$`;
}

/** Where no formula is marked, the browser copies as ever. */
export function copyFormulas(event: ClipboardEvent): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return;
  const marked = wholeFormulas(selection.getRangeAt(0)).cloneContents();
  const formulas = marked.querySelectorAll(".formula");
  if (formulas.length === 0) return;
  for (const formula of formulas) formula.replaceWith(source(formula));
  // Whether white space counts is known on the page alone.
  const place = document.createElement("div");
  place.className = "markdown unseen";
  place.append(marked);
  document.body.append(place);
  event.clipboardData.setData("text/plain", plainText([place]));
  event.clipboardData.setData("text/html", place.innerHTML);
  event.preventDefault();
  place.remove();
}
