// A virtual display for machines that have none.

import { hasEnded, start, stop } from "./processes.mjs";
import { Problem, say } from "./progress.mjs";

const START_MS = 15_000;
const SCREEN = "1440x900x24";

/** Whether this session has no screen to show a window on. */
export const lacksDisplay = () =>
  process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

/**
 * Starts Xvfb on a display number of its own choosing, so that any number of runs get along.
 * @returns {Promise<{ display: string, close: () => Promise<void> }>}
 */
export async function startDisplay() {
  // Without -noreset it starts over whenever its last client leaves, and refuses whoever comes in that moment.
  const server = start("Xvfb", ["-displayfd", "3", "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const announcement = /** @type {import("node:stream").Readable} */ (server.stdio[3]);
  const number = await new Promise((resolve, reject) => {
    const failed = () =>
      reject(
        new Problem("The virtual display (Xvfb) did not start.", "Run: Xvfb :99, and mend what it says."),
      );
    const timer = setTimeout(failed, START_MS);
    let text = "";
    announcement.on("data", (chunk) => {
      text += chunk;
      if (!text.includes("\n")) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
    server.once("error", failed);
    server.once("exit", failed);
  });
  say(`No display here: using a virtual one (Xvfb :${number}).`);
  return {
    display: `:${number}`,
    close: async () => {
      if (!hasEnded(server)) await stop(server);
    },
  };
}
