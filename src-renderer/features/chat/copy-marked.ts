/**
 * Copies a selection: the messages as they are stored where some of them are far away and not built, and formulas as the TeX that was
 * written, not as the glyphs that were drawn.
 */
import type { ClipboardEvent, KeyboardEvent } from "react";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { doing } from "../../thread/actions";
import type { Thread } from "../../thread/thread";
import { plainText } from "./plain-text";

const LIST = ".message-rows";
/** Room of what is not built. */
const AWAY = ".rows-away, .piece-away, .room, article[aria-busy]";

/** Ctrl+A means the conversation, not the window with its buttons. */
export function selectAll(event: KeyboardEvent<HTMLElement>): void {
  const isAll = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey;
  const isWritten = event.target instanceof Element && event.target.matches("input, textarea");
  const list = event.currentTarget.querySelector(LIST);
  if (!isAll || event.shiftKey || isWritten || list === null) return;
  event.preventDefault();
  getSelection()?.selectAllChildren(list);
}

/** The message in which a marked range begins or ends; undefined where that is the whole conversation's beginning or end. */
function messageAt(node: Node): MessageId | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>("[data-row]")?.dataset.row as MessageId | undefined;
}

/** False where all that is marked is on the page. */
function copyStored(event: ClipboardEvent<HTMLElement>, thread: Thread, marked: Range): boolean {
  const { session_id, more } = thread.view.getState();
  const from = messageAt(marked.startContainer);
  const to = messageAt(marked.endContainer);
  const isMissing = [...event.currentTarget.querySelectorAll(AWAY)].some((room) =>
    marked.intersectsNode(room),
  );
  if (!session_id || !(isMissing || (from === undefined && more))) return false;
  event.preventDefault();
  const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  doing(async () => {
    await call("session.copy", { session_id, ...range });
    say(t("chat:message.copied"));
  });
  return true;
}

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

/** Where no formula is marked, and all that is marked is on the page, the browser copies as ever. */
export function copyMarked(event: ClipboardEvent<HTMLElement>, thread: Thread): void {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  if (copyStored(event, thread, selection.getRangeAt(0))) return;
  const marked = wholeFormulas(selection.getRangeAt(0)).cloneContents();
  const formulas = marked.querySelectorAll(".formula");
  if (formulas.length === 0) return;
  for (const formula of formulas) formula.replaceWith(source(formula));
  // Only the page knows where white space counts.
  const place = document.createElement("div");
  place.className = "markdown unseen";
  place.append(marked);
  document.body.append(place);
  event.clipboardData.setData("text/plain", plainText([place]));
  event.clipboardData.setData("text/html", place.innerHTML);
  event.preventDefault();
  place.remove();
}
