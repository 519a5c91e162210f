/** Asks before the last window closes while there are private sessions, or words for one: Braid would quit, and nothing of them is stored (SE-10). */
import { app, type BrowserWindow, dialog } from "electron";
import { t } from "../../language/language";
import type { Windows } from "./windows";

const KEEP = 0;

async function isGivenUp(window: BrowserWindow): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: "question",
    message: t("shell:private-end.message"),
    detail: t("shell:private-end.detail"),
    buttons: [t("shell:private-end.keep"), t("shell:private-end.quit")],
    defaultId: KEEP,
    cancelId: KEEP,
  });
  return response !== KEEP;
}

/** `endsWithIt`: true where Braid quits with its last window, and something private would be lost. Who quits by name is not asked. */
export function askBeforePrivateEnd(windows: Windows, endsWithIt: () => boolean): void {
  let isAnswered = false;
  let isAsking = false;
  app.on("before-quit", () => {
    isAnswered = true;
  });
  app.on("browser-window-created", (_, window) => {
    // An ordinary answer has kept Braid alive after "Quit", and it goes on: private words in the new window are asked about anew.
    isAnswered = false;
    window.on("close", (event) => {
      const isLast = windows.count === 1 && windows.stateOf(window.webContents) !== undefined;
      if (isAnswered || !isLast || !endsWithIt()) return;
      event.preventDefault();
      if (isAsking) return;
      isAsking = true;
      void isGivenUp(window)
        .then((isSo) => {
          isAnswered = isSo;
          if (isSo) window.close();
        })
        .finally(() => {
          isAsking = false;
        });
    });
  });
}
