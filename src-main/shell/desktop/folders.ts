/** Folders and files in the system's own windows: its dialogs to choose one, and its file manager. */
import { shell, type WebContents } from "electron";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import type { SettingsArea } from "../../core/session/app-services";
import { realWorkspace } from "../../files/workspace";
import { t } from "../../language/language";
import { askToOpen } from "./file-dialogs";

/** Null where the user cancelled. The dialog belongs to the window that asks. */
export async function chooseFolder(contents: WebContents): Promise<{ path: string } | null> {
  const asked = {
    title: t("shell:workspace.choose"),
    properties: ["openDirectory" as const, "createDirectory" as const],
  };
  const [path] = await askToOpen(asked, contents);
  return path === undefined ? null : { path: await realWorkspace(path) };
}

/** The paths of the files that the user chose for a message (AG-7); none where the user cancelled. */
export async function chooseFiles(contents: WebContents): Promise<string[]> {
  const asked = {
    title: t("shell:attachments.choose"),
    properties: ["openFile" as const, "multiSelections" as const],
  };
  return await askToOpen(asked, contents);
}

/** @throws BraidError `INVALID_INPUT` where it is not there, or no program shows it */
export async function openFolder(path: string): Promise<void> {
  const failure = await shell.openPath(await realWorkspace(path));
  if (failure === "") return;
  throw new BraidError("INVALID_INPUT", say("workspace.not-opened", { path }), { cause: failure });
}

/** Main alone chooses the file: a window cannot name one. */
export async function openSettings(settings: Pick<SettingsArea, "view" | "make">): Promise<void> {
  await settings.make();
  const { file } = settings.view();
  const failure = await shell.openPath(file);
  if (failure === "") return;
  throw new BraidError("SETTINGS_UNAVAILABLE", say("settings-file.no-editor.message", { file }), {
    hint: say("settings-file.no-editor.hint"),
    cause: failure,
  });
}
