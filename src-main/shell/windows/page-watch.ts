/** Asks a window's page every second whether it is alive, and ends one that hangs: what follows is as after any other end (`crashes.ts`). */
import type { BrowserWindow, WebContents } from "electron";
import { CHANNEL } from "../../../src-preload/contract/window/bridge";
import { log } from "../../core/log";
import { BEAT_MS, type Beat, Heartbeat } from "./heartbeat";

export interface PageWatch {
  /** Something else is shown. */
  begin(): void;
  /** The page has not answered for some seconds. */
  readonly silent: boolean;
}

/** A process that hangs, or was stopped, listens to nothing but the system. */
export function endPage(contents: WebContents): void {
  const pid = contents.getOSProcessId();
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch (error) {
    log.error("A page that hangs could not be ended:", error);
    contents.forcefullyCrashRenderer();
  }
}

/** `on` is told when the page falls silent, answers again, or has answered for a while; and when it is ended, before that. */
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
    // A debugger may hold a page.
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
