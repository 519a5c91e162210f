/** The menu of a session in the picker: the entries of the commands that concern one session. */
import type { SessionId } from "../../../src-preload/contract/ids";
import { keyName, nameOfKey } from "../../commands/key-names";
import { sessionCommands } from "../../commands/session-commands";
import type { TreeRow } from "../../state/session-rows";
import type { MenuEntry } from "../../ui/menu";

/** Nothing where no session was pointed at, or text in a field: there the system's own menu is wanted. */
export function menuEntries(
  rows: readonly TreeRow[],
  id: SessionId | undefined,
  target: Element,
): readonly MenuEntry[] {
  const row = rows.find((one) => one.kind === "session" && one.session.id === id);
  if (row?.kind !== "session" || target.matches("input")) return [];
  return sessionCommands.map((command) => ({
    label: command.name(row.session),
    hotkey: "hotkey" in command ? nameOfKey(command.hotkey) : keyName(command.id),
    ...("danger" in command ? { danger: true } : {}),
    onChoose: () => command.run(row.session, "list"),
  }));
}
