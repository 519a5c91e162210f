// A virtual display for machines that have none.
import { connect } from "node:net";
import { hasEnded, start, stop } from "./processes.mjs";
import { Problem, say } from "./progress.mjs";

const START_MS = 15_000;
const PARK_MS = 5_000;
const SCREEN = "1440x900x24";

/** True if this session has no screen to show a window on. */
export const lacksDisplay = () =>
  process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

/**
 * Moves the pointer into the corner, where no window is. It begins in the middle, where windows open beneath it and close. The window
 * beneath gets pointer events at arbitrary moments, which take the hover from the target of a test.
 * @param {string} number
 */
async function parkPointer(number) {
  // Speaks the X protocol in bytes: hello, WarpPointer, and GetInputFocus, whose answer says that the pointer has moved.
  const client = connect(`/tmp/.X11-unix/X${number}`);
  client.setTimeout(PARK_MS, () => client.destroy(new Error("The X server does not answer.")));
  client.write(Uint8Array.of(0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  let heard = Buffer.alloc(0);
  let asked = false;
  for await (const piece of client) {
    heard = Buffer.concat([heard, piece]);
    const hello = heard.length < 8 ? Number.POSITIVE_INFINITY : 8 + 4 * heard.readUInt16LE(6);
    if (heard.length < hello) continue;
    if (heard[0] !== 1 || heard.length > hello) return;
    if (asked) continue;
    asked = true;
    // The first screen follows the server's vendor and pixel formats, and begins with its root window.
    const screen = 40 + 4 * Math.ceil(heard.readUInt16LE(24) / 4) + 8 * heard.readUInt8(29);
    const warp = Buffer.from([41, 0, 6, 0, ...Array(20).fill(0)]);
    warp.writeUInt32LE(heard.readUInt32LE(screen), 8);
    client.write(Buffer.concat([warp, Uint8Array.of(43, 0, 1, 0)]));
  }
}

/**
 * Starts Xvfb on a display number of its own choice, so that any number of runs get along.
 * @returns {Promise<{ display: string, close: () => Promise<void> }>}
 */
export async function startDisplay() {
  // Without -noreset the server starts over whenever its last client leaves, and refuses any client at that moment.
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
  // Windows can be drawn wherever the pointer is.
  await parkPointer(String(number)).catch(() => undefined);
  say(`No display here: using a virtual one (Xvfb :${number}).`);
  return {
    display: `:${number}`,
    close: async () => {
      if (!hasEnded(server)) await stop(server);
    },
  };
}
