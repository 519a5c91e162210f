/** The words of a setting, in the window's language or in another one (`say`). */
import type { SettingPath } from "../../../src-preload/contract/domain/settings";
import { t } from "../language/language";
import type { Setting } from "./setting-list";

/** The words of one language. */
export type Say = typeof t;

/** Other names are phrases with commas between them. */
export const phrases = (text: string): string[] => text.split(",").map((one) => one.trim());

export const labelOf = (path: SettingPath, say: Say = t): string => say(`settings:items.${path}.label`);
export const descriptionOf = (path: SettingPath, say: Say = t): string =>
  say(`settings:items.${path}.description`);
/** Other names of a setting, for the searches. */
export const otherNamesOf = (path: SettingPath, say: Say = t): string[] =>
  phrases(say(`settings:items.${path}.also`));

/** The options are data, so a test, not the compiler, checks that each has a name. */
const word = (key: string, say: Say = t): string | undefined => {
  const found: string = say(key as "settings:settings", { defaultValue: "" });
  return found === "" ? undefined : found;
};

interface Option {
  value: string;
  label: string;
  hint?: string;
}

export const optionsOf = (path: SettingPath, values: readonly string[]): Option[] =>
  values.map((value) => {
    const hint = word(`settings:items.${path}.hints.${value}`);
    return {
      value,
      label: word(`settings:items.${path}.options.${value}`) ?? value,
      ...(hint === undefined ? {} : { hint }),
    };
  });

/** The values of a setting that has few. */
export function valuesOf(setting: Setting): readonly (string | boolean)[] {
  if (setting.kind === "switch") return [true, false];
  return setting.kind === "choice" ? setting.options : [];
}

/** The words for a value of a switch or a choice. */
export function valueLabel(path: SettingPath, value: string | boolean, say: Say = t): string {
  if (typeof value === "boolean") return say(value ? "settings:values.on" : "settings:values.off");
  return word(`settings:items.${path}.options.${value}`, say) ?? value;
}

export function otherNamesOfValue(path: SettingPath, value: string | boolean, say: Say = t): string[] {
  if (typeof value === "boolean")
    return phrases(say(value ? "settings:values.also-on" : "settings:values.also-off"));
  return phrases(word(`settings:items.${path}.options-also.${value}`, say) ?? "").filter(Boolean);
}
