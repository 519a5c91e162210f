/** Finds the setting that a mistake in `settings.json` concerns. Mistakes that concern none are shown above all pages. */

import type { SettingPath, SettingsProblem } from "../../../src-preload/contract/domain/settings";
import type { SettingsPage } from "../../platform/dialogs";
import { SETTINGS, settingsOf } from "../../platform/settings/setting-list";

/** Finds the mistake of one setting. A mistake in a whole section belongs to no field. */
export const problemAt = (
  problems: readonly SettingsProblem[],
  path: SettingPath,
): SettingsProblem | undefined => problems.find((problem) => problem.path === path);

export const homeless = (problems: readonly SettingsProblem[]): SettingsProblem[] =>
  problems.filter(({ path }) => !SETTINGS.some((setting) => setting.path === path));

export const hasProblem = (problems: readonly SettingsProblem[], page: SettingsPage): boolean =>
  settingsOf(page).some(({ path }) => problemAt(problems, path) !== undefined);
