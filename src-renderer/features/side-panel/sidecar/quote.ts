/** "Quote in main": what is marked in the sidecar, else its last answer, as a quote in the draft of the main thread (BR-4). */

import { sourceOf } from "../../../thread/message-source";
import { mainThread, type Thread } from "../../../thread/thread";

import type { SessionViewState } from "../../../thread/view/session-view";

/** As Markdown has it, with room after it for what is said to it. */
export const asQuote = (text: string): string =>
  `${text
    .trim()
    .split(/\r\n?|\n/)
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n")}\n\n`;

/** The last answer that has settled and says something. */
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
