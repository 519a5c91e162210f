/**
 * LY-3: a page that crashes is loaded again and attaches anew; the runs it showed never noticed. One that crashes again and again is
 * not: its window then says so, and waits for its user.
 */
import type { BrowserWindow } from "electron";
import { t } from "../core/language/language";
import { log } from "../core/log";
import { plainPage } from "./plain-page";
import { PAGE_ORIGIN, PAGE_URL, type Pages } from "./protocol";

const MAX_CRASHES = 3;
const WITHIN_MS = 60_000;
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

/** Counts crashes of one window; says whether this one is within bounds. */
export function createCrashCount(): (now: number) => "again" | "too-often" {
  let crashes: number[] = [];
  return (now) => {
    crashes = [...crashes.filter((at) => now - at < WITHIN_MS), now];
    return crashes.length <= MAX_CRASHES ? "again" : "too-often";
  };
}

export function reviveAfterCrash(window: BrowserWindow): void {
  const count = createCrashCount();
  const { webContents } = window;
  webContents.on("render-process-gone", (_, details) => {
    if (details.reason === "clean-exit" || window.isDestroyed()) return;
    log.error(`A window's page ended (${details.reason}).`);
    if (count(Date.now()) === "again") webContents.reload();
    // Not even the plain page stands: to load it for ever would help nobody.
    else if (webContents.getURL() !== FAILED_URL) void window.loadURL(FAILED_URL).catch(() => undefined);
  });
}
