/** The commands of the conversation: what keys, menus and the palette do with what is shown. */
import type { CommandId } from "../../../src-preload/contract/commands";
import type { Command } from "../../commands/command";
import { doing } from "../../state/actions";
import { articleOf } from "../../state/built-rows";
import { closeCompared } from "../../state/compared";
import { activePane, mainPane } from "../../state/pane";
import { setFind } from "../../state/panels";
import { isFree } from "../../state/session-view";
import { asTextIn, showAsText } from "../../state/shown-as-text";
import { modelNamed } from "../models/current-model";
import { chooseForRetry, edit, lastQuestion, tryAgain } from "../rewind/rewind";
import { openUsage } from "../usage/usage-state";
import { branchFrom, newestSettled } from "./branching";
import { jump, toEnd } from "./jump";
import { messageActions, type Subject } from "./message-actions";

/** The newest answer, or message of the user. */
function newestOf(role: "assistant" | "user"): Omit<Subject, "article"> | undefined {
  const pane = activePane();
  const cell = pane.view.getState().cells.findLast(({ get }) => get().message.role === role);
  return cell && { pane, cell };
}

/** Does with the newest message what the action of this command does with any. */
function withNewest(id: CommandId): Command {
  const action = messageActions.find(({ command }) => command === id);
  const subject = () => newestOf(action?.of ?? "assistant");
  return {
    run() {
      const found = subject();
      const article = found && articleOf(found.pane, found.cell.id);
      if (found !== undefined && article !== undefined)
        doing(async () => await action?.run({ ...found, article }));
    },
    enabled() {
      const found = subject();
      if (found === undefined || action?.offered(found.cell.get()) !== true) return false;
      return action.whenFree === undefined || isFree(found.pane.view.getState());
    },
  };
}

/** `/retry NAME`: by that model; where there is none of that name, by one that is chosen. */
function retryBy(name: string | undefined): void {
  const found = newestOf("assistant");
  if (found === undefined) return;
  const { pane, cell } = found;
  const model = name === undefined ? undefined : modelNamed(pane, name);
  if (name !== undefined && model === undefined) chooseForRetry(pane, cell.get().message);
  else tryAgain(pane, cell.id, model);
}

/** From the composer it goes back there. */
function editLast(): void {
  const pane = activePane();
  const message = lastQuestion(pane);
  if (message !== undefined) edit(pane, message, { from: "composer" });
}

/** Pressed again it begins anew. */
function openFind(): void {
  closeCompared("main");
  setFind(true);
  const input = document.querySelector<HTMLInputElement>(".find-text");
  input?.focus();
  input?.select();
}

/** Of the session at hand: as text, or drawn. */
const showing = (as_text: boolean): Command => ({
  run: () => {
    const shown = asTextIn(activePane());
    if (shown !== undefined) doing(() => showAsText(shown.session_id, as_text));
  },
  enabled: () => asTextIn(activePane())?.as_text === !as_text,
});

const hasMessages = () => activePane().view.getState().cells.length > 0;

export const conversationCommands = {
  "branch-here": {
    run: () =>
      doing(async () => {
        const from = newestSettled(activePane());
        if (from !== undefined) await branchFrom(activePane(), from);
      }),
    enabled: () => newestSettled(activePane()) !== undefined,
  },
  "copy-answer": withNewest("copy-answer"),
  "edit-last": { ...withNewest("edit-last"), run: editLast },
  "try-again": { ...withNewest("try-again"), run: retryBy },
  "try-again-with": withNewest("try-again-with"),
  find: { run: openFind, enabled: () => Boolean(mainPane.view.getState().session_id) },
  "previous-question": { run: () => doing(() => jump(-1)), enabled: hasMessages },
  "next-question": { run: () => doing(() => jump(1)), enabled: hasMessages },
  "to-end": { run: toEnd, enabled: hasMessages },
  "show-as-text": showing(true),
  "draw-session": showing(false),
  "show-usage": {
    run: openUsage,
    enabled: () => typeof mainPane.view.getState().view?.billing.context_tokens === "number",
  },
} satisfies Partial<Record<CommandId, Command>>;
