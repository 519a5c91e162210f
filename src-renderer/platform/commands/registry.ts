/** Commands by name. The app registers what each does; whoever offers one asks here, and knows nothing of what it does. */
import {
  type CommandId,
  type CommandStates,
  commandIds,
} from "../../../src-preload/contract/window/commands";
import { closeDialog, dialogs } from "../dialogs";
import type { Command } from "./command";

/** Empty until the window begins. */
const registered = new Map<CommandId, Command>();

/** Takes the whole table: a command that has no entry does not compile. */
export function registerCommands(table: Record<CommandId, Command>): void {
  for (const id of commandIds) registered.set(id, table[id]);
}

/** A command that is not registered yet is not enabled. */
export function isEnabled(id: CommandId): boolean {
  const command = registered.get(id);
  return command !== undefined && (command.enabled?.() ?? true);
}

/** How all of them stand now, for the application menu. */
export const commandStates = (): CommandStates => ({
  enabled: commandIds.filter(isEnabled),
  checked: commandIds.filter((id) => registered.get(id)?.checked?.() === true),
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

/** Does a command. Chosen in a menu while a dialog is open, it closes that first. Does nothing where it is not enabled. */
export function runCommand(id: CommandId, argument?: string): void {
  if (!isEnabled(id)) return;
  if (!worksOverDialogs(id) && dialogs.getState().dialog !== undefined) closeDialog();
  registered.get(id)?.run(argument);
}
