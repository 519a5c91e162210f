/** "Quote in main": puts the selected text of the sidecar, else its last answer, as a quote into the draft of the main thread (BR-4). */

import { sourceOf } from "../../../thread/message-source";
import { mainThread, type Thread } from "../../../thread/thread";

import type { SessionViewState } from "../../../thread/view/session-view";

/** Formats a text as a Markdown quote, with room for the user's words after it. */
export const asQuote = (text: string): string =>
  `${text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n")}\n\n`;

/** Returns the last finished answer that has text. */
export function lastAnswer({ cells }: Pick<SessionViewState, "cells">): string | undefined {
  const cell = cells.findLast(({ get }) => {
    const { message, live } = get();
    return message.role === "assistant" && !live && sourceOf(message).trim() !== "";
  });
  return cell && sourceOf(cell.get().message);
}

function markedIn(thread: Thread): string | undefined {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || !thread.log?.contains(selection.anchorNode))
    return undefined;
  const text = selection.toString().trim();
  return text === "" ? undefined : text;
}

export function quoteInMain(thread: Thread): void {
  const text = markedIn(thread) ?? lastAnswer(thread.view.getState());
  if (text !== undefined) mainThread.insert(asQuote(text), "caret");
}
