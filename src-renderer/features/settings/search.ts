/** Finds settings by their names, their descriptions, and other names that people use. */

import { SETTINGS_PAGES, type SettingsPage } from "../../platform/dialogs";
import { t } from "../../platform/language/language";
import { best } from "../../platform/match";
import { SETTINGS, type Setting } from "./setting-list";
import { descriptionOf, labelOf, otherNamesOf } from "./words";

/** A setting, or a page that is found as a whole. */
export interface Found {
  key: string;
  label: string;
  page: SettingsPage;
  setting?: Setting;
}

const MOST = 12;

const settingEntry = (setting: Setting): Found & { text: string } => ({
  key: setting.path,
  label: labelOf(setting.path),
  page: setting.page,
  setting,
  text: [labelOf, otherNamesOf, descriptionOf].map((words) => words(setting.path)).join(" "),
});

const pageEntry = (page: SettingsPage): Found & { text: string } => ({
  key: page,
  label: t(`palette:pages.${page}`),
  page,
  text: `${t(`palette:pages.${page}`)} ${t(`settings:pages.${page}`)}`,
});

/** Returns the matches, the best first. */
export const search = (query: string): Found[] =>
  best([...SETTINGS.map(settingEntry), ...SETTINGS_PAGES.map(pageEntry)], query, ({ text }) => text, MOST);
