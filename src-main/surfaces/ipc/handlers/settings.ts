/** The settings that a window may see and change. */
import { done, type HandlersOf, type IpcContext } from "../context";

export const settingsHandlers = ({ settings, shell }: IpcContext): HandlersOf<"settings"> => ({
  "settings.read": () => settings.view(),
  "settings.change": async ({ path, value }) => {
    await settings.change(path, value);
    return settings.view();
  },
  "settings.change_shortcuts": async ({ changes }) => done(await settings.changeShortcuts(changes)),
  "settings.open_file": async () => done(await shell.systemActions.openSettingsFile()),
  "settings.show_file": async () => done(await shell.systemActions.showSettingsFile()),
});
