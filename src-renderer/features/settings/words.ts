/** The words of a setting. */
import type { SettingPath } from "../../../src-preload/contract/domain/settings";
import { t } from "../../platform/language/language";
import type { SelectOption } from "../../ui/select";

export const labelOf = (path: SettingPath): string => t(`settings:items.${path}.label`);
export const descriptionOf = (path: SettingPath): string => t(`settings:items.${path}.description`);
/** Other names that people use for a setting, for the search. */
export const otherNamesOf = (path: SettingPath): string => t(`settings:items.${path}.also`);

/** Which options there are is data: that each has a name is a test's to see, not the compiler's. */
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
