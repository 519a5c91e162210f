/** The commands that were chosen last, newest first. The page's local storage keeps them in the data folder, for all windows. */
import { type CommandId, ownCommandIds } from "../../../src-preload/contract/window/commands";

const KEY = "recent-commands";
const KEPT = 8;

const isOwn = (id: string) => ownCommandIds.some((own) => own === id);

export function recentCommands(): CommandId[] {
  const stored = localStorage.getItem(KEY) ?? "";
  return stored.split(" ").filter((id): id is CommandId => isOwn(id));
}

/** Commands that every app has are not noted: nobody shall quit by pressing Enter once too often. */
export function noteCommand(id: CommandId): void {
  if (!isOwn(id)) return;
  const others = recentCommands().filter((other) => other !== id);
  localStorage.setItem(KEY, [id, ...others].slice(0, KEPT).join(" "));
}

/** Orders commands: recently used ones first, then the order of the menus. */
export function byRecency(ids: readonly CommandId[]): CommandId[] {
  const recent = recentCommands().filter((id) => ids.includes(id));
  return [...recent, ...ids.filter((id) => !recent.includes(id))];
}
