/** The end of the app: a closed window never cuts an answer, the app saves first, and no process is left over. */
import { app } from "electron";
import { log } from "../../core/log";
import type { RunningSessions } from "../desktop/running";
import type { Windows } from "../windows/windows";

/** Closing the store takes milliseconds. A disk that hangs must not hold up a shutdown for ever. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Closes the app within bounds. Returns the exit code: 0 if that worked. */
async function closeWithin(close: () => Promise<void>): Promise<number> {
  const timeout = new Promise<number>((resolve) => {
    setTimeout(() => resolve(1), CLOSE_TIMEOUT_MS).unref();
  });
  const closed = close().then(
    () => 0,
    (error: unknown) => {
      log.error("Closing failed:", error);
      return 1;
    },
  );
  return await Promise.race([closed, timeout]);
}

/**
 * Quits by menu, key or signal: closes the windows first, so that their drafts arrive, then the store, then the process. Calls `closed`
 * last, with false where the store could not be closed in time.
 */
export function quitCleanly(
  windows: Windows,
  close: () => Promise<void>,
  closed: (isWhole: boolean) => void,
): void {
  let closing = false;
  app.on("before-quit", () => windows.freeze());
  app.on("will-quit", (event) => {
    event.preventDefault();
    if (closing) return;
    closing = true;
    void closeWithin(close).then((code) => {
      closed(code === 0);
      app.exit(code);
    });
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => app.quit());
}

/** The app's reasons to stay without windows. */
export interface Staying {
  staysWithoutWindows: boolean;
  sayThatItGoesOn(): void;
}

export const endsWithItsWindows = ({ staysWithoutWindows }: Staying): boolean =>
  process.platform !== "darwin" && !staysWithoutWindows;

/** Closing the last window quits after the running answers (LY-3). The app stays in the tray, and on macOS, as is the custom there. */
export function outliveWindows(windows: Windows, running: RunningSessions, staying: Staying): void {
  app.on("window-all-closed", () => {
    if (!endsWithItsWindows(staying)) return;
    if (running.isIdle) {
      app.quit();
      return;
    }
    staying.sayThatItGoesOn();
    running.whenIdle(() => {
      running.whenIdle(undefined);
      if (windows.count === 0 && !staying.staysWithoutWindows) app.quit();
    });
  });
  app.on("activate", () => {
    if (windows.count === 0) windows.restore();
  });
}
