/** Makes a window for a page of ours: sandboxed, without Node. */

import { join } from "node:path";
import { BrowserWindow, nativeTheme } from "electron";
import type { Boot } from "../../../src-preload/contract/window/boot";
import { BOOT_ARGUMENT } from "../../../src-preload/contract/window/bridge";

const PRELOAD = join(import.meta.dirname, "../preload/index.cjs");
const DEFAULT_SIZE = { width: 1280, height: 800 };
export const QUICK_SIZE = { width: 640, height: 480 } as const;

interface MaybeQuick {
  state: { quick?: boolean };
  window: BrowserWindow;
}

/** True for a quick window of its own size: one that was made large is a window like the others. */
export const isQuick = ({ state, window }: MaybeQuick): boolean =>
  state.quick === true && window.getBounds().width <= QUICK_SIZE.width;

/** The background colours of `tokens.css`, so that no other colour shows before the page has painted. */
const groundColor = () => (nativeTheme.shouldUseDarkColors ? "#191918" : "#fcfcfa");

/** The window appears at once, in the page's own colour. */
export function createPageWindow(
  boot: Boot,
  options: Electron.BrowserWindowConstructorOptions = {},
): BrowserWindow {
  const window = new BrowserWindow({
    ...DEFAULT_SIZE,
    minWidth: 480,
    minHeight: 360,
    title: "Braid",
    autoHideMenuBar: true,
    backgroundColor: groundColor(),
    ...options,
    webPreferences: {
      preload: PRELOAD,
      additionalArguments: [`${BOOT_ARGUMENT}${JSON.stringify(boot)}`],
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Only allows the check: the session turns it on and off (spell-check.ts), as the settings say.
      spellcheck: true,
    },
  });
  window.webContents.on("context-menu", async (_, place) => {
    const { showContextMenu } = await import("../menus/context-menu");
    showContextMenu(window, place);
  });
  return window;
}

export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
