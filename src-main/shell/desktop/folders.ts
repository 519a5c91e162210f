/** The folders of sessions in the system's own windows: its dialog to choose one, and its file manager. */
import { BrowserWindow, dialog, shell, type WebContents } from "electron";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { realWorkspace } from "../../files/workspace";
import { t } from "../../language/language";

/** Null where the user cancelled. The dialog belongs to the window that asks. */
export async function chooseFolder(contents: WebContents): Promise<{ path: string } | null> {
  const window = BrowserWindow.fromWebContents(contents);
  const asked = {
    title: t("shell:workspace.choose"),
    properties: ["openDirectory" as const, "createDirectory" as const],
  };
  const { canceled, filePaths } = await (window === null
    ? dialog.showOpenDialog(asked)
    : dialog.showOpenDialog(window, asked));
  const [path] = filePaths;
  return canceled || path === undefined ? null : { path: await realWorkspace(path) };
}

/** @throws BraidError `INVALID_INPUT` where it is not there, or no program shows it */
export async function openFolder(path: string): Promise<void> {
  const failure = await shell.openPath(await realWorkspace(path));
  if (failure === "") return;
  throw new BraidError("INVALID_INPUT", say("workspace.not-opened", { path }), { cause: failure });
}
