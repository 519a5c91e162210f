/** The settings for the rest of the app: values that a window may see and change, and values that the shell follows. */
import type { SettingsArea } from "../core/session/app-services";
import { changeShortcuts } from "./change-shortcuts";
import { changeSetting, settingValues } from "./changeable";
import type { SettingsFile } from "./settings-file";

export interface AppSettings
  extends SettingsArea,
    Pick<SettingsFile, "appearance" | "shortcuts" | "window"> {}

export const settingsArea = (settings: SettingsFile): AppSettings => ({
  all: () => ({
    providers: settings.providers(),
    default_model: settings.default_model(),
    favourite_models: settings.favourite_models(),
    workspaces: settings.workspaces(),
    run: settings.run(),
    recorder: settings.recorder(),
    compaction: settings.compaction(),
    appearance: settings.appearance(),
    window: settings.window(),
    shortcuts: settings.shortcuts(),
  }),
  view: () => ({ values: settingValues(settings), problems: settings.problems(), file: settings.file }),
  change: (path, value) => changeSetting(settings, path, value),
  changeShortcuts: (changes) => changeShortcuts(settings, changes),
  make: settings.make,
  appearance: settings.appearance,
  window: settings.window,
  shortcuts: settings.shortcuts,
});
