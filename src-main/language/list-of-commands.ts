/** All commands in Markdown, as the handbook lists them: their names, their keys, and what one types after a slash. */
import {
  type CommandId,
  type CommandPlace,
  commandIds,
  placeOf,
} from "../../src-preload/contract/window/commands";
import { keyInWords, type NamedKey } from "../../src-preload/contract/window/key-words";
import { keyInForce, type Shortcuts } from "../../src-preload/contract/window/shortcuts";
import { spokenLanguage, translator } from "./language";

type Translator = ReturnType<typeof translator>;

function line(id: CommandId, shortcuts: Shortcuts, t: Translator): string {
  const { slash } = placeOf(id);
  const key = keyInForce(id, shortcuts);
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
  const menus = new Set(commandIds.map((id) => placeOf(id).menu));
  const group = (menu: CommandPlace["menu"]): string => {
    const ids = commandIds.filter((id) => placeOf(id).menu === menu);
    return `${t(`keys:groups.${menu}`)}:\n\n${ids.map((id) => line(id, shortcuts, t)).join("\n")}`;
  };
  return [...menus].map(group).join("\n\n");
}
