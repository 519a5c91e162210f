/** What each command does, in this window. The menu, the keys, the palette and the slashes all come here. */
import { type CommandId, type CommandStates, commandIds } from "../../src-preload/contract/commands";
import { call } from "../bridge";

import { conversationCommands } from "../features/chat/conversation-commands";
import { compareCommands } from "../features/compare/compare-commands";
import { chooseModelNamed, levels, setLevel } from "../features/models/current-model";
import { movePane } from "../features/panes/next-pane";
import { t } from "../language/language";
import { askGuide, doing, goOn, startNewSession, stop } from "../state/actions";
import { toggleAside } from "../state/asides";
import { activePane, mainPane } from "../state/pane";
import { closeDialog, openDialog, panels } from "../state/panels";
import { isSidebarShown, panes, toggleSidebar } from "../state/panes";
import { writingPane } from "../state/rewinding";
import { undoChange } from "../state/undo";
import type { Command } from "./command";
import { commandsOfSessions } from "./session-commands";

const state = () => activePane().view.getState().status.state;
const isBusy = () => ["busy", "retrying", "waiting"].includes(state());
const hasSession = () => Boolean(activePane().view.getState().session_id);

/** The key that opens one closes it as well. */
function toggle(name: "go-to" | "keys"): void {
  if (panels.getState().dialog?.name === name) closeDialog();
  else openDialog({ name });
}

/** All of them: one that is in the table and not here does not compile. */
export const commands: Record<CommandId, Command> = {
  "new-session": { run: () => startNewSession() },
  "new-window": { run: () => doing(() => call("app.new_window", {})) },
  "go-to": { run: () => toggle("go-to") },
  "open-settings": { run: () => openDialog({ name: "settings" }) },
  "open-storage": { run: () => openDialog({ name: "settings", page: "storage" }) },
  "ask-guide": { run: () => doing(() => askGuide(t("palette:guide-question"))) },
  "export-diagnostics": { run: () => doing(() => call("storage.export_diagnostics", {})) },
  "show-keys": { run: () => toggle("keys") },
  "undo-change": { run: () => doing(undoChange) },
  "show-changes": { run: () => openDialog({ name: "changes" }) },
  "open-trash": { run: () => openDialog({ name: "trash" }) },
  "toggle-sidebar": { run: toggleSidebar, checked: () => isSidebarShown(panes.getState()) },
  "next-pane": { run: () => movePane(1) },
  "previous-pane": { run: () => movePane(-1) },
  ...commandsOfSessions,
  "show-family": {
    run: () => openDialog({ name: "family" }),
    enabled: () => Boolean(mainPane.view.getState().session_id),
  },
  ...conversationCommands,
  ...compareCommands,
  "write-message": { run: () => activePane().focusComposer() },
  "ask-aside": {
    run: () =>
      doing(() => toggleAside({ message: t("beside:no-session"), hint: t("beside:no-session-hint") })),
  },
  "choose-model": {
    run: (name) => {
      if (name === undefined || !chooseModelNamed(writingPane(), name)) writingPane().model.open("models");
    },
  },
  "choose-thinking": {
    run: (level) => {
      if (level === undefined) writingPane().model.open("levels");
      else setLevel(writingPane(), level);
    },
    enabled: () => levels(writingPane()).length > 0,
  },
  stop: { run: () => doing(() => stop(activePane().view.getState().session_id)), enabled: isBusy },
  continue: { run: () => doing(() => goOn(activePane())), enabled: () => hasSession() && !isBusy() },
};

export const isEnabled = (id: CommandId): boolean => commands[id].enabled?.() ?? true;

/** How all of them stand now, for the application menu. */
export const commandStates = (): CommandStates => ({
  enabled: commandIds.filter(isEnabled),
  checked: commandIds.filter((id) => commands[id].checked?.() === true),
});

/** These open a dialog in place of another, or concern no dialog at all. */
const OVER_DIALOGS: readonly CommandId[] = [
  "go-to",
  "show-keys",
  "open-settings",
  "open-storage",
  "open-trash",
  "show-changes",
  "export-diagnostics",
  "new-window",
];
export const worksOverDialogs = (id: CommandId): boolean => OVER_DIALOGS.includes(id);

/** Chosen in a menu while a dialog is open, it closes that first. */
export function runCommand(id: CommandId, argument?: string): void {
  if (!isEnabled(id)) return;
  if (!worksOverDialogs(id) && panels.getState().dialog !== undefined) closeDialog();
  commands[id].run(argument);
}
