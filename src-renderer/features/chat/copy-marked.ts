/**
 * Copies a selection. Messages that are far away and not built are copied as they are stored. Formulas are copied as their TeX, not as the
 * drawn glyphs.
 */
import type { ClipboardEvent, KeyboardEvent } from "react";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import { say } from "../../platform/announce";
import { call } from "../../platform/bridge";
import { t } from "../../platform/language/language";
import { doing } from "../../thread/actions";
import { hasSource, sourceOf } from "../../thread/message-source";
import type { Thread } from "../../thread/thread";
import { articlesIn } from "./articles";
import { plainText } from "./plain-text";
import { richText, texOf } from "./rich-text";

const LIST = ".message-rows";
/** The elements that stand for parts that are not built. */
const AWAY = ".rows-away, .piece-away, .room, article[aria-busy]";

/** What was said, in an article. */
const WORDS = "article .text";

/** Makes Ctrl+A select the conversation instead of the window with its buttons. */
export function selectAll(event: KeyboardEvent<HTMLElement>): void {
  const isAll = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey;
  const isWritten = event.target instanceof Element && event.target.matches("input, textarea");
  const list = event.currentTarget.querySelector(LIST);
  if (!isAll || event.shiftKey || isWritten || list === null) return;
  event.preventDefault();
  getSelection()?.selectAllChildren(list);
}

/** Returns the message in which a selection begins or ends; undefined for the beginning or end of the whole conversation. */
function messageAt(node: Node): MessageId | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest<HTMLElement>("[data-row]")?.dataset.row as MessageId | undefined;
}

/** Copies the stored messages of a selection. Returns false if the whole selection is on the page. */
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

/** Copies several messages that are all on the page: their Markdown, and rich text. Returns false for a selection inside one message. */
function copyMessages(event: ClipboardEvent<HTMLElement>, thread: Thread, marked: Range): boolean {
  const from = messageAt(marked.startContainer);
  if (from !== undefined && from === messageAt(marked.endContainer)) return false;
  const articles = articlesIn(event.currentTarget).filter((article) => marked.intersectsNode(article));
  const { cells } = thread.view.getState();
  const said = articles.flatMap((article) => {
    const cell = cells.find(({ id }) => id === article.dataset.messageId);
    if (cell === undefined || !hasSource(cell.get().message)) return [];
    const { message } = cell.get();
    const name = t(message.role === "user" ? "errors:copy.you" : "errors:copy.assistant");
    return [{ article, name, text: sourceOf(message) }];
  });
  event.clipboardData.setData(
    "text/plain",
    said.map(({ name, text }) => `**${name}**\n\n${text}`).join("\n\n"),
  );
  event.clipboardData.setData("text/html", said.map(({ name, article }) => richText(name, article)).join(""));
  event.preventDefault();
  say(t("chat:message.copied"));
  return true;
}

const formulaAround = (node: Node): Element | undefined =>
  (node instanceof Element ? node : node.parentElement)?.closest(".formula") ?? undefined;

/** Extends a selection so that formulas at its ends are copied whole. */
function wholeFormulas(marked: Range): Range {
  const range = marked.cloneRange();
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)];
  if (first !== undefined) range.setStartBefore(first);
  if (last !== undefined) range.setEndAfter(last);
  return range;
}

/**
 * Ends a selection behind its last words where it reaches into a message without marking a word of it: a triple click on a message's last
 * paragraph ends at the beginning of the next message. Returns any other selection as it is.
 */
function toLastWords(box: HTMLElement, marked: Range): Range {
  const reached = articlesIn(box).find((article) => article.contains(marked.endContainer));
  const isWithin = reached === undefined || reached.contains(marked.startContainer);
  const isMarked = (text: Element) => marked.intersectsNode(text);
  const words = isWithin ? [] : [...reached.querySelectorAll(WORDS)];
  if (words.length === 0 || words.some(isMarked)) return marked;
  const last = [...box.querySelectorAll(WORDS)].findLast(isMarked);
  if (last === undefined) return marked;
  const range = marked.cloneRange();
  range.setEndAfter(last);
  return range;
}

/** Copies a selection. If it holds no formula, and is whole on the page as far as it has words, the browser copies as usual. */
export function copyMarked(event: ClipboardEvent<HTMLElement>, thread: Thread): void {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return;
  const selected = selection.getRangeAt(0);
  const range = toLastWords(event.currentTarget, selected);
  if (copyStored(event, thread, range) || copyMessages(event, thread, range)) return;
  const marked = wholeFormulas(range).cloneContents();
  const formulas = marked.querySelectorAll(".formula");
  if (formulas.length === 0 && range === selected) return;
  for (const formula of formulas) formula.replaceWith(texOf(formula));
  // Only an element of the page knows where white space counts.
  const place = document.createElement("div");
  place.className = "markdown unseen";
  place.append(marked);
  document.body.append(place);
  event.clipboardData.setData("text/plain", plainText([place]));
  event.clipboardData.setData("text/html", place.innerHTML);
  event.preventDefault();
  place.remove();
}
