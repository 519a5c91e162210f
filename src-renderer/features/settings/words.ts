/** The words of a setting. */
import type { SettingPath } from "../../../src-preload/contract/domain/settings";
import { t } from "../../platform/language/language";
import type { SelectOption } from "../../ui/select";

export const labelOf = (path: SettingPath): string => t(`settings:items.${path}.label`);
export const descriptionOf = (path: SettingPath): string => t(`settings:items.${path}.description`);
/** Other names of a setting, for the search. */
export const otherNamesOf = (path: SettingPath): string => t(`settings:items.${path}.also`);

/** The options are data, so a test, not the compiler, checks that each has a name. */
const word = (key: string): string | undefined => {
  const found: string = t(key as "settings:settings", { defaultValue: "" });
  return found === "" ? undefined : found;
};

export const optionsOf = (path: SettingPath, values: readonly string[]): SelectOption<string>[] =>
  values.map((value) => {
    const hint = word(`settings:items.${path}.hints.${value}`);
    return {
      value,
      label: word(`settings:items.${path}.options.${value}`) ?? value,
      ...(hint === undefined ? {} : { hint }),
    };
  });
