/** "Quote in main": what is marked in the aside, else its last answer, as a quote in the draft of the main thread (BR-4). */
import { elementOfPane, mainPane, type Pane } from "../../state/pane";
import type { SessionViewState } from "../../state/session-view";
import { sourceOf } from "../chat/message-state";

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

function markedIn(pane: Pane): string | undefined {
  const selection = getSelection();
  const log = elementOfPane(pane)?.querySelector("[role=log]");
  if (selection === null || selection.isCollapsed || !log?.contains(selection.anchorNode)) return undefined;
  const text = selection.toString().trim();
  return text === "" ? undefined : text;
}

export function quoteInMain(pane: Pane): void {
  const text = markedIn(pane) ?? lastAnswer(pane.view.getState());
  if (text !== undefined) mainPane.insert(asQuote(text), "caret");
}
