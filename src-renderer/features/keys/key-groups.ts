/** All keys of the app in groups: the keys of the commands, from their table, and the keys that belong to a place. */
import {
  type CommandId,
  type CommandPlace,
  isOnSystem,
  type OwnCommandId,
  ownCommandIds,
  placeOf,
  systemCommandIds,
} from "../../../src-preload/contract/window/commands";
import { isMac, keyName, nameOfKey } from "../../platform/commands/key-names";
import { t } from "../../platform/language/language";

export interface KeyLine {
  name: string;
  /** Alternative keys; empty for a command without a key. */
  keys: string[];
}
export interface KeyGroup {
  id: CommandPlace["menu"] | "menu" | "writing" | "find" | "list" | "palette";
  lines: KeyLine[];
}

export const MENUS = ["file", "edit", "view", "session", "conversation", "help"] as const;

const commandLine = (id: CommandId): KeyLine => {
  const key = keyName(id);
  return { name: t(`commands:${id}`), keys: key === undefined ? [] : [key] };
};

const line = (name: string, ...keys: string[]): KeyLine => ({ name, keys: keys.map(nameOfKey) });

/** Keys that nobody can change: the usual ones of a text field, a list or a menu, and those of the system's menus. */
export const places = (): KeyGroup[] => [
  {
    id: "writing",
    lines: [
      line(t("keys:writing.send"), "Enter"),
      line(t("keys:writing.line"), "Shift+Enter"),
      line(t("keys:writing.edit"), "ArrowUp"),
      line(t("keys:writing.history"), "$mod+ArrowUp", "$mod+ArrowDown"),
      line(t("keys:writing.slash"), "/"),
    ],
  },
  {
    id: "find",
    lines: [
      line(t("keys:find.next"), "Enter", "F3"),
      line(t("keys:find.previous"), "Shift+Enter", "Shift+F3"),
      line(t("keys:find.close"), "Escape"),
    ],
  },
  {
    id: "list",
    lines: [
      line(t("keys:list.move"), "ArrowUp", "ArrowDown"),
      line(t("keys:list.ends"), "Home", "End"),
      line(t("keys:list.open"), "Enter"),
      line(t("keys:list.beside"), "$mod+Enter"),
      line(t("keys:list.rename"), "F2"),
      line(t("keys:list.delete"), "Delete"),
      line(t("keys:list.menu"), "Shift+F10"),
    ],
  },
  {
    id: "palette",
    lines: [
      line(t("keys:palette.move"), "ArrowUp", "ArrowDown"),
      line(t("keys:palette.open"), "Enter"),
      line(t("keys:palette.window"), "$mod+Enter", "Shift+Enter"),
      line(t("keys:palette.close"), "Escape"),
    ],
  },
  {
    id: "menu",
    lines: systemCommandIds.filter((id) => isOnSystem(id, isMac()) && keyName(id)).map(commandLine),
  },
];

/** Braid's own commands of a menu, in its order. */
export const commandsOf = (menu: CommandPlace["menu"]): OwnCommandId[] =>
  ownCommandIds.filter((id) => placeOf(id).menu === menu);

export function keyGroups(): KeyGroup[] {
  const commands = MENUS.map((menu) => ({ id: menu, lines: commandsOf(menu).map(commandLine) }));
  return [...commands, ...places()];
}
