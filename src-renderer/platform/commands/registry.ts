/** The commands by their ids. The app registers their functions, so a feature can offer a command without knowing its code. */
import { createStore } from "zustand/vanilla";
import {
  type CommandId,
  type CommandStates,
  commandIds,
  isOnSystem,
} from "../../../src-preload/contract/window/commands";
import { boot } from "../bridge";
import { closeDialog, dialogs } from "../dialogs";
import { dropErrors } from "../notices";
import type { Command } from "./command";
import { isMac } from "./key-names";

/** Empty until the window begins; the commands of a conversation come with its code. */
export const registered = createStore<Partial<Record<CommandId, Command>>>(() => ({}));

export const registerCommands = (table: Partial<Record<CommandId, Command>>): void =>
  registered.setState(table);

const commandOf = (id: CommandId): Command | undefined => registered.getState()[id];

/** Commands that concern folders and what is stored: a private window has none of these (SE-10). */
const NOT_PRIVATE: readonly CommandId[] = ["new-in-folder", "search", "export-session", "import-sessions"];

/** False for a command that this window never has. */
export const isOffered = (id: CommandId): boolean =>
  (boot().private === true ? !NOT_PRIVATE.includes(id) : id !== "save-private") && isOnSystem(id, isMac());

/** A command that is not registered yet is not enabled. */
export function isEnabled(id: CommandId): boolean {
  const command = commandOf(id);
  return command !== undefined && isOffered(id) && (command.enabled?.() ?? true);
}

/** The states of all commands, for the application menu. */
export const commandStates = (): CommandStates => ({
  enabled: commandIds.filter(isEnabled),
  checked: commandIds.filter((id) => commandOf(id)?.checked?.() === true),
});

/** Commands that open a dialog in place of another, or concern no dialog at all. */
const OVER_DIALOGS: readonly CommandId[] = [
  "go-to",
  "show-keys",
  "show-handbook",
  "open-settings",
  "open-storage",
  "show-permissions",
  "open-trash",
  "show-changes",
  "export-diagnostics",
  "new-window",
];
export const worksOverDialogs = (id: CommandId): boolean => OVER_DIALOGS.includes(id);

/** Does a command, unless it is not enabled. Closes an open dialog first if the command does not work over dialogs. */
export function runCommand(id: CommandId, argument?: string): void {
  if (!isEnabled(id)) return;
  dropErrors();
  if (!worksOverDialogs(id) && dialogs.getState().dialog !== undefined) closeDialog();
  commandOf(id)?.run(argument);
}
