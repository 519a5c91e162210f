/** The commands of the conversation, which keys, menus and the palette share. */
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { CommandId } from "../../../src-preload/contract/window/commands";
import { branchFrom, newestSettled } from "../../features/chat/branching";
import { selectFindText } from "../../features/chat/find-state";
import { jump, toEnd } from "../../features/chat/jump";
import { messageActions } from "../../features/chat/message-actions";
import { compact } from "../../features/compaction/compaction";
import { freeUpSpace } from "../../features/compaction/free-up-space";
import { closeCompared } from "../../features/side-panel/sidecar-compare";
import { openUsage } from "../../features/usage/usage-state";
import type { Command } from "../../platform/commands/command";
import { openDialog, setFind } from "../../platform/dialogs";
import { doing } from "../../thread/actions";
import type { Subject } from "../../thread/message-action";
import { modelNamed } from "../../thread/model/current-model";
import { asTextIn, showAsText } from "../../thread/shown-as-text";
import { activeThread, mainThread } from "../../thread/thread";
import { articleOf } from "../../thread/view/built-rows";
import { refusalToCompact } from "../../thread/view/can-compact";
import { isFree } from "../../thread/view/session-view";
import { chooseForRetry, edit, lastQuestion, tryAgain } from "../../thread/writing/rewind";

/** The newest answer, or the user's newest message. */
function newestOf(role: "assistant" | "user"): Omit<Subject, "article"> | undefined {
  const thread = activeThread();
  const isOf = ({ role: by, metadata }: StoredMessage) => by === role && metadata.synthetic !== true;
  const cell = thread.view.getState().cells.findLast(({ get }) => isOf(get().message));
  return cell && { thread, cell };
}

/** Applies the message action of a command to the newest message. */
function withNewest(id: CommandId): Command {
  const actionOf = () => messageActions().find(({ command }) => command === id);
  const subject = () => newestOf(actionOf()?.of ?? "assistant");
  return {
    run() {
      const found = subject();
      const article = found && articleOf(found.thread, found.cell.id);
      if (found !== undefined && article !== undefined)
        doing(async () => await actionOf()?.run({ ...found, article }));
    },
    enabled() {
      const action = actionOf();
      const found = subject();
      if (found === undefined || action?.offered(found.cell.get(), found.thread) !== true) return false;
      return action.whenFree === undefined || isFree(found.thread.view.getState());
    },
  };
}

/** `/retry NAME`: answers anew by the model of that name, or offers the list of models where there is none. */
function retryBy(name: string | undefined): void {
  const found = newestOf("assistant");
  if (found === undefined) return;
  const { thread, cell } = found;
  const model = name === undefined ? undefined : modelNamed(thread, name);
  if (name !== undefined && model === undefined) chooseForRetry(thread, cell.get().message);
  else tryAgain(thread, cell.id, model);
}

/** Edits the last question. The focus comes from the composer, and returns there. */
function editLast(): void {
  const thread = activeThread();
  const message = lastQuestion(thread);
  if (message !== undefined) edit(thread, message, { from: "composer" });
}

/** Opens the search. A second press selects the searched text. */
function openFind(): void {
  closeCompared("main");
  setFind(true);
  selectFindText();
}

/** Shows the current session as text, or draws it. */
const showing = (as_text: boolean): Command => ({
  run: () => {
    const shown = asTextIn(activeThread());
    if (shown !== undefined) doing(() => showAsText(shown.session_id, as_text));
  },
  enabled: () => asTextIn(activeThread())?.as_text === !as_text,
});

const hasMessages = () => activeThread().view.getState().cells.length > 0;

export const conversationCommands = {
  "branch-here": {
    run: () =>
      doing(async () => {
        const from = newestSettled(activeThread());
        if (from !== undefined) await branchFrom(activeThread(), from);
      }),
    enabled: () => newestSettled(activeThread()) !== undefined,
  },
  "copy-answer": withNewest("copy-answer"),
  compact: {
    run: (focus) => compact(activeThread(), focus),
    enabled: () => refusalToCompact(activeThread().view.getState()) === undefined,
  },
  "free-up-space": {
    run: () => freeUpSpace(activeThread()),
    enabled: () => isFree(activeThread().view.getState()) && hasMessages(),
  },
  "edit-last": { ...withNewest("edit-last"), run: editLast },
  "try-again": { ...withNewest("try-again"), run: retryBy },
  "try-again-with": withNewest("try-again-with"),
  find: { run: openFind, enabled: () => Boolean(mainThread.view.getState().session_id) },
  "previous-question": { run: () => doing(() => jump(-1)), enabled: hasMessages },
  "next-question": { run: () => doing(() => jump(1)), enabled: hasMessages },
  "to-end": { run: toEnd, enabled: hasMessages },
  "prompt-history": { run: () => openDialog({ name: "prompt-history" }) },
  "go-to-label": { run: () => openDialog({ name: "labels" }) },
  "show-as-text": showing(true),
  "draw-session": showing(false),
  "show-usage": {
    run: openUsage,
    enabled: () => typeof mainThread.view.getState().view?.billing.context_tokens === "number",
  },
} satisfies Partial<Record<CommandId, Command>>;
