/**
 * LY-3: loads a page that ended again; it attaches anew, and its runs never noticed. A page that ends again and again stays away for some
 * seconds each time: its window says so, and offers to load it at once.
 */
import type { BrowserWindow } from "electron";
import { log } from "../../core/log";
import { t } from "../../language/language";
import { PAGE_ORIGIN, PAGE_URL, type Pages } from "../security/protocol";
import { plainPage } from "../startup/plain-page";

const AT_ONCE = 3;
const WITHIN_MS = 60_000;
/** Milliseconds. A page that cannot live at all costs one load in this time. */
const PAUSE_MS = 3_000;
const PATH = "/failed-again.html";
const FAILED_URL = `${PAGE_ORIGIN}${PATH}`;

export const crashPages: Pages = new Map([
  [
    PATH,
    () =>
      plainPage({
        title: t("shell:crashed.title"),
        paragraphs: [t("shell:crashed.message"), t("shell:crashed.kept")],
        link: { label: t("shell:crashed.reload"), href: PAGE_URL },
      }),
  ],
]);

/** Counts the ends of one window's pages. Returns the milliseconds until the next load. */
export function createPauses(): (now: number) => number {
  let ends: number[] = [];
  return (now) => {
    ends = [...ends.filter((at) => now - at < WITHIN_MS), now];
    return ends.length <= AT_ONCE ? 0 : PAUSE_MS;
  };
}

/** Returns true where the window shows the app, or is about to, and not the page of a failure. */
export const showsApp = ({ webContents }: BrowserWindow): boolean =>
  !webContents.isCrashed() && webContents.getURL() !== FAILED_URL;

/** Loads the app's own page, whatever address the last page gave itself. */
export const loadApp = (window: BrowserWindow): void =>
  void window.loadURL(PAGE_URL).catch((error: unknown) => log.error("A page could not be loaded:", error));

/** Loads the page again after a crash, and calls `onGone` before. Does nothing for a page that ended because its window closes. */
export function reviveAfterCrash(window: BrowserWindow, onGone: () => void): void {
  const pauseOf = createPauses();
  const { webContents } = window;
  let timer: NodeJS.Timeout | undefined;
  webContents.on("did-navigate", (_, url) => {
    if (url !== FAILED_URL) clearTimeout(timer);
  });
  window.on("closed", () => clearTimeout(timer));
  webContents.on("render-process-gone", (_, details) => {
    if (details.reason === "clean-exit" || window.isDestroyed()) return;
    log.error(`A window's page ended (${details.reason}).`);
    // Even the plain page has ended: the app's page is on its way.
    if (webContents.getURL() === FAILED_URL) return;
    onGone();
    if (window.isDestroyed()) return;
    const pause = pauseOf(Date.now());
    if (pause === 0) return loadApp(window);
    void window.loadURL(FAILED_URL).catch(() => undefined);
    clearTimeout(timer);
    timer = setTimeout(() => window.isDestroyed() || loadApp(window), pause);
  });
}
