/** Which commands were chosen last, newest first: kept by the page, for all windows, in the data folder. */
import { type CommandId, commandIds } from "../../../src-preload/contract/window/commands";

const KEY = "recent-commands";
const KEPT = 8;

export function recentCommands(): CommandId[] {
  const stored = localStorage.getItem(KEY) ?? "";
  return stored.split(" ").filter((id): id is CommandId => commandIds.includes(id as CommandId));
}

export function noteCommand(id: CommandId): void {
  const others = recentCommands().filter((other) => other !== id);
  localStorage.setItem(KEY, [id, ...others].slice(0, KEPT).join(" "));
}

/** Commands used lately first, then in the order of the menus. */
export function byRecency(ids: readonly CommandId[]): CommandId[] {
  const recent = recentCommands().filter((id) => ids.includes(id));
  return [...recent, ...ids.filter((id) => !recent.includes(id))];
}
