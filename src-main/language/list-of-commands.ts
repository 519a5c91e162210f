/** All commands in Markdown, as the handbook lists them: their names, their keys, and what one types after a slash. */
import {
  type CommandId,
  type CommandPlace,
  isOnSystem,
  ownCommandIds,
  placeOf,
  systemCommandIds,
} from "../../src-preload/contract/window/commands";
import { keyInWords, type NamedKey } from "../../src-preload/contract/window/key-words";
import { type Shortcuts, shownKey } from "../../src-preload/contract/window/shortcuts";
import { spokenLanguage, translator } from "./language";

const IS_MAC = process.platform === "darwin";

type Translator = ReturnType<typeof translator>;

function line(id: CommandId, shortcuts: Shortcuts, t: Translator): string {
  const { slash } = placeOf(id);
  const key = shownKey(id, shortcuts, IS_MAC);
  const nameOf = (named: NamedKey): string => t(`keys:names.${named}`);
  return [
    `- **${t(`commands:${id}`)}**`,
    // The handbook tells once how its keys are called on a Mac.
    ...(key === undefined ? [] : [`\`${keyInWords(key, { nameOf, isMac: false })}\``]),
    ...(slash === undefined ? [] : [`\`/${slash}\``]),
  ].join(" · ");
}

/** The commands in the groups and the order of the sheet of keys, with the keys in force. */
export function listOfCommands(language = spokenLanguage(), shortcuts: Shortcuts = {}): string {
  const t = translator(language);
  const group = (name: CommandPlace["menu"] | "menu", ids: readonly CommandId[]): string =>
    `${t(`keys:groups.${name}`)}:\n\n${ids.map((id) => line(id, shortcuts, t)).join("\n")}`;
  const menus = [...new Set(ownCommandIds.map((id) => placeOf(id).menu))];
  return [
    ...menus.map((menu) =>
      group(
        menu,
        ownCommandIds.filter((id) => placeOf(id).menu === menu),
      ),
    ),
    group(
      "menu",
      systemCommandIds.filter((id) => isOnSystem(id, IS_MAC)),
    ),
  ].join("\n\n");
}
