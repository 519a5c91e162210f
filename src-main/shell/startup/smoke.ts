/** `--smoke FILE.png`: waits until a window can be used and all of it is drawn, saves a picture of it, and reports success by the exit code. */
import { writeFile } from "node:fs/promises";
import type { BrowserWindow } from "electron";

const TIMEOUT_MS = 30_000;

/** Runs in the page: resolves once the composer takes keys, and every pane is drawn with its content and its letters. */
export const WHOLE = `new Promise((resolve) => {
  const look = () => {
    const composer = document.querySelector("textarea[data-composer]");
    const usable = composer !== null && !composer.disabled && composer.checkVisibility() && document.activeElement === composer;
    // Panes that still wait for their content, and bars in the place of words.
    const awaited = document.querySelector("[aria-busy=true], .bone") !== null || document.fonts.status !== "loaded";
    if (usable && !awaited) requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
    else setTimeout(look, 20);
  };
  look();
})`;

export async function smoke(window: BrowserWindow, file: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no usable window within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([window.webContents.executeJavaScript(WHOLE), timeout]);
    const picture = await Promise.race([window.webContents.capturePage(), timeout]);
    await writeFile(file, picture.toPNG());
  } finally {
    clearTimeout(timer);
  }
}
