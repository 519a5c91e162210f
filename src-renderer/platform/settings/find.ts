/** Everything that the searches find in the settings, from the one list of them: settings, their values, parts of pages, and pages. */

import type { SettingPath } from "../../../src-preload/contract/domain/settings";
import { type OwnCommandId, ownCommandIds } from "../../../src-preload/contract/window/commands";
import { SETTINGS_PAGES, SETTINGS_PARTS, type SettingsPage, type SettingsPart } from "../dialogs";
import { language, spokenLanguage, t } from "../language/language";
import { type Indexed, index, type Names, wordsOf } from "../rank";
import { SETTINGS, type Setting } from "./setting-list";
import {
  descriptionOf,
  labelOf,
  otherNamesOf,
  otherNamesOfValue,
  phrases,
  type Say,
  valueLabel,
  valuesOf,
} from "./words";

/** `key` is unique in the list. */
export type Findable = { key: string; label: string; page: SettingsPage; indexed: Indexed } & (
  | { kind: "setting"; setting: Setting }
  /** `own`: the words of the value, without those of its setting. */
  | { kind: "value"; setting: Setting; value: string | boolean; own: readonly string[] }
  | { kind: "part"; part: SettingsPart }
  | { kind: "page" }
);

/** The key of a command. The palette offers the commands themselves, so it leaves their keys out. */
export interface FindableShortcut {
  kind: "shortcut";
  key: string;
  label: string;
  page: "keys";
  command: OwnCommandId;
  indexed: Indexed;
}

/** The names of one thing in a language. */
type InWords = (say: Say) => Names;

const english = (): Say => language.getFixedT("en") as unknown as Say;

/** People type English names in a window of any language. */
export function indexed(names: InWords): Indexed {
  return index(names(t), spokenLanguage() === "en" ? [] : [names(english())]);
}

function settingThing(setting: Setting): Findable {
  const { path, page } = setting;
  const names: InWords = (say) => ({
    name: labelOf(path, say),
    also: [...otherNamesOf(path, say), path],
    // "Night" is a name of one of its values.
    within:
      setting.kind === "choice" ? setting.options.flatMap((value) => namesOfValue(path, value, say)) : [],
    about: descriptionOf(path, say),
  });
  return { kind: "setting", key: path, label: labelOf(path), page, setting, indexed: indexed(names) };
}

const namesOfValue = (path: SettingPath, value: string | boolean, say: Say): string[] => [
  valueLabel(path, value, say),
  ...otherNamesOfValue(path, value, say),
];

function valueThing(setting: Setting, value: string | boolean): Findable {
  const { path, page } = setting;
  const whole = (say: Say) => `${labelOf(path, say)}: ${valueLabel(path, value, say)}`;
  const names: InWords = (say) => {
    const others = namesOfValue(path, value, say);
    return {
      name: whole(say),
      // "On" and "off" alone are names of nothing.
      also: [
        ...(setting.kind === "switch" ? [] : others),
        ...others.map((other) => `${other} ${labelOf(path, say)}`),
      ],
      within: otherNamesOf(path, say),
    };
  };
  const own = [t, english()].flatMap((say) => wordsOf(namesOfValue(path, value, say).join(" ")));
  return {
    kind: "value",
    key: `${path} ${value}`,
    label: whole(t),
    page,
    setting,
    value,
    own,
    indexed: indexed(names),
  };
}

function partThing(part: SettingsPart): Findable {
  const names: InWords = (say) => ({
    name: say(`settings:parts.${part}.label`),
    also: phrases(say(`settings:parts.${part}.also`)),
  });
  const label = t(`settings:parts.${part}.label`);
  return {
    kind: "part",
    key: `part ${part}`,
    label,
    page: SETTINGS_PARTS[part],
    part,
    indexed: indexed(names),
  };
}

function pageThing(page: SettingsPage): Findable {
  const names: InWords = (say) => ({
    // A setting or command of the same name comes first.
    name: `${say("settings:settings")}: ${say(`palette:pages.${page}`)}`,
    also: [say(`palette:pages.${page}`)],
    within: phrases(say(`settings:pages.${page}`)),
  });
  const label = t(`palette:pages.${page}`);
  return { kind: "page", key: `page ${page}`, label, page, indexed: indexed(names) };
}

function shortcutThing(command: OwnCommandId): FindableShortcut {
  const names: InWords = (say) => ({
    name: `${say("palette:pages.keys")}: ${say(`commands:${command}`)}`,
    within: [say(`commands:${command}`), ...phrases(say(`commands:also.${command}`))],
  });
  const label = t(`commands:${command}`);
  return {
    kind: "shortcut",
    key: `shortcut ${command}`,
    label,
    page: "keys",
    command,
    indexed: indexed(names),
  };
}

/** In the window's language; made once for each. */
function oncePerLanguage<T>(make: () => T): () => T {
  let made: { language: string; things: T } | undefined;
  return () => {
    if (made?.language !== spokenLanguage()) made = { language: spokenLanguage(), things: make() };
    return made.things;
  };
}

export const shortcutThings = oncePerLanguage<readonly FindableShortcut[]>(() =>
  ownCommandIds.map(shortcutThing),
);

export const settingThings = oncePerLanguage<readonly Findable[]>(() => [
  ...SETTINGS.map(settingThing),
  ...(Object.keys(SETTINGS_PARTS) as SettingsPart[]).map(partThing),
  ...SETTINGS_PAGES.map(pageThing),
  ...SETTINGS.flatMap((setting) => valuesOf(setting).map((value) => valueThing(setting, value))),
]);
