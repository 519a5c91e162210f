/** `--smoke FILE.png`: waits until a window can be used, saves a picture of it, and reports success by the exit code. */
import { writeFile } from "node:fs/promises";
import type { BrowserWindow } from "electron";

const TIMEOUT_MS = 30_000;

/** Runs in the page: resolves once the composer is painted and takes keys. */
const COMPOSER_USABLE = `new Promise((resolve) => {
  const look = () => {
    const composer = document.querySelector("textarea[aria-label=Message]");
    const usable = composer !== null && !composer.disabled && composer.checkVisibility() && document.activeElement === composer;
    if (usable) requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)));
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
    await Promise.race([window.webContents.executeJavaScript(COMPOSER_USABLE), timeout]);
    const picture = await Promise.race([window.webContents.capturePage(), timeout]);
    await writeFile(file, picture.toPNG());
  } finally {
    clearTimeout(timer);
  }
}
