/** The settings as the windows reach them: values through the app, the file itself through the programs of the system. */
import { shell } from "electron";
import { BraidError } from "../core/braid-error";
import { t } from "../core/language/language";
import type { SettingsDoor } from "../surfaces/ipc/door";

/** What is needed of the app. */
interface SettingsAccess extends Pick<SettingsDoor, "view" | "change"> {
  /** Writes an empty file where there is none. */
  make(): Promise<void>;
}

/** Which file it is, is main's alone to say: a window names none. */
export const settingsDoor = ({ view, change, make }: SettingsAccess): SettingsDoor => ({
  view,
  change,
  async openFile() {
    await make();
    const { file } = view();
    const failure = await shell.openPath(file);
    if (failure === "") return;
    throw new BraidError("SETTINGS_UNAVAILABLE", t("settings:file.no-editor.message", { file }), {
      hint: t("settings:file.no-editor.hint"),
      cause: failure,
    });
  },
  async showFile() {
    await make();
    shell.showItemInFolder(view().file);
  },
});
