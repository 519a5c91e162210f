/** The menu of a session in the picker: the commands that concern one session. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { keyName, nameOfKey } from "../../platform/commands/key-names";
import { isOffered } from "../../platform/commands/registry";
import { t } from "../../platform/language/language";
import { layout, toggleGrouping } from "../../platform/layout";
import { nameOfFolder } from "../../platform/paths";
import { doing } from "../../thread/actions";
import { ask } from "../../thread/requests";
import { filterSessions, sessionList } from "../../thread/session-list";
import { mainThread } from "../../thread/thread";
import type { MenuEntry } from "../../ui/menu";
import { sessionCommands } from "./session-commands";

/**
 * Returns no entries if no session is under the pointer. In a text field there are none either, because the system's own menu belongs
 * there.
 */
export function menuEntries(id: SessionId | undefined, target: Element): readonly MenuEntry[] {
  const { pinned, sessions, above } = sessionList.getState();
  const session = [...pinned, ...sessions, ...above].find((one) => one.id === id);
  if (session === undefined || target.matches("input")) return [];
  const openIt: MenuEntry = {
    label: t("compare:open"),
    hotkey: nameOfKey("$mod+Enter"),
    onChoose: () => ask().openBeside(session.id),
  };
  const offered = sessionCommands.filter((command) => isOffered(command.id));
  const entries = offered.map(
    (command): MenuEntry => ({
      label: command.name(session),
      hotkey: "hotkey" in command ? nameOfKey(command.hotkey) : keyName(command.id),
      ...("danger" in command ? { danger: true } : {}),
      onChoose: () => command.run(session, "list"),
    }),
  );
  const { workspace_root } = session;
  if (workspace_root !== undefined)
    entries.push(
      {
        label: t("sessions:menu.only-folder"),
        onChoose: () => doing(() => filterSessions(nameOfFolder(workspace_root))),
      },
      {
        label: t(layout.getState().by_folder ? "sessions:menu.by-day" : "sessions:menu.by-folder"),
        onChoose: toggleGrouping,
      },
    );
  // A session cannot be read beside itself.
  return mainThread.view.getState().session_id === session.id ? entries : [openIt, ...entries];
}
