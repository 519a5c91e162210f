/** The system's dialogs for files. A dialog belongs to the window that asked, which takes no clicks meanwhile. */
import { BrowserWindow, dialog, type WebContents } from "electron";

/** By default the window in front: its user has just asked. */
const askingWindow = (contents: WebContents | undefined): BrowserWindow | null =>
  contents === undefined ? BrowserWindow.getFocusedWindow() : BrowserWindow.fromWebContents(contents);

/** The chosen paths; none where the user cancelled. */
export async function askToOpen(
  options: Electron.OpenDialogOptions,
  contents?: WebContents,
): Promise<string[]> {
  const window = askingWindow(contents);
  const asked = window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options);
  const { canceled, filePaths } = await asked;
  return canceled ? [] : filePaths;
}

/** Asks before a file is replaced. Undefined where the user cancelled. */
export async function askToSave(
  options: Electron.SaveDialogOptions,
  contents?: WebContents,
): Promise<string | undefined> {
  const window = askingWindow(contents);
  const asked = window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options);
  const { canceled, filePath } = await asked;
  return canceled || filePath === "" ? undefined : filePath;
}
