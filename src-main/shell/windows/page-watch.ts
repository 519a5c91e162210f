/**
 * Asks a window's page every second whether it is alive, and ends one that hangs. `crashes.ts` then loads it again, as after any other end.
 */
import type { BrowserWindow, WebContents } from "electron";
import { CHANNEL } from "../../../src-preload/contract/window/bridge";
import { log } from "../../core/log";
import { BEAT_MS, type Beat, Heartbeat } from "./heartbeat";

export interface PageWatch {
  /** The page shows something else. */
  begin(): void;
  /** True while the page has not answered for some seconds. */
  readonly silent: boolean;
}

/** Kills the page's process: one that hangs, or was stopped, obeys nobody but the system. */
export function endPage(contents: WebContents): void {
  const pid = contents.getOSProcessId();
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch (error) {
    log.error("A page that hangs could not be ended:", error);
    contents.forcefullyCrashRenderer();
  }
}

/** `on` hears when the page falls silent, answers again, or has answered for a while, and just before it is ended. */
export function watchPage(window: BrowserWindow, on: (news: Beat) => void): PageWatch {
  const { webContents } = window;
  const heart = new Heartbeat();
  let loaded = false;
  let silent = false;
  const tell = (news: Beat | undefined) => {
    if (news === undefined) return;
    silent = news === "silent" || news === "hung";
    on(news);
  };
  const anew = () => {
    loaded = false;
    silent = false;
    heart.reset();
  };
  const timer = setInterval(() => {
    // A debugger may hold the page.
    if (!loaded || webContents.isDevToolsOpened()) return heart.reset();
    const { ask, news } = heart.beat();
    if (ask) webContents.send(CHANNEL.alive);
    tell(news);
    if (news !== "hung") return;
    log.error("A window's page does not answer, and is ended.");
    endPage(webContents);
  }, BEAT_MS);
  webContents.ipc.on(CHANNEL.alive, () => tell(heart.answer()));
  webContents.on("did-navigate", anew);
  webContents.on("dom-ready", () => {
    loaded = true;
  });
  webContents.on("render-process-gone", anew);
  window.on("closed", () => clearInterval(timer));
  return {
    begin: () => heart.begin(),
    get silent() {
      return silent;
    },
  };
}
