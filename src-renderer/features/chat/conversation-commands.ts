/** The commands of the conversation: what keys, menus and the palette do with what is shown. */
import type { CommandId } from "../../../src-preload/contract/commands";
import type { Command } from "../../commands/command";
import { doing } from "../../state/actions";
import { activePane, elementOfPane, mainPane } from "../../state/pane";
import { setFind } from "../../state/panels";
import { openUsage } from "../usage/usage-state";
import { branchFrom, newestSettled } from "./branching";
import { jump, toEnd } from "./jump";
import { messageActions, type Subject } from "./message-actions";

/** The newest answer and where it stands. */
function newestAnswer(): Subject | undefined {
  const pane = activePane();
  const cell = pane.view.getState().cells.findLast(({ get }) => get().message.role === "assistant");
  const article =
    cell &&
    elementOfPane(pane)?.querySelector<HTMLElement>(`article[data-message-id="${CSS.escape(cell.id)}"]`);
  return cell && article ? { pane, cell, article } : undefined;
}

/** Does with the newest answer what the action of this command does with any message. */
function withNewestAnswer(id: CommandId): Command {
  const action = messageActions.find(({ command }) => command === id);
  return {
    run() {
      const subject = newestAnswer();
      if (subject !== undefined) doing(async () => await action?.run(subject));
    },
    enabled() {
      const subject = newestAnswer();
      return subject !== undefined && action?.offered(subject.cell.get()) === true;
    },
  };
}

/** Pressed again it begins anew. */
function openFind(): void {
  setFind(true);
  const input = document.querySelector<HTMLInputElement>(".find-text");
  input?.focus();
  input?.select();
}

const hasMessages = () => activePane().view.getState().cells.length > 0;

export const conversationCommands = {
  "copy-answer": withNewestAnswer("copy-answer"),
  "branch-here": {
    run: () =>
      doing(async () => {
        const from = newestSettled(activePane());
        if (from !== undefined) await branchFrom(activePane(), from);
      }),
    enabled: () => newestSettled(activePane()) !== undefined,
  },
  find: { run: openFind, enabled: () => Boolean(mainPane.view.getState().session_id) },
  "previous-question": { run: () => doing(() => jump(-1)), enabled: hasMessages },
  "next-question": { run: () => doing(() => jump(1)), enabled: hasMessages },
  "to-end": { run: toEnd, enabled: hasMessages },
  "show-usage": {
    run: openUsage,
    enabled: () => typeof mainPane.view.getState().view?.billing.context_tokens === "number",
  },
} satisfies Partial<Record<CommandId, Command>>;
