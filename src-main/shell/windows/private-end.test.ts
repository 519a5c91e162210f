import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import type { Windows } from "./windows";

const app = new EventEmitter();
const QUIT = 1;
const showMessageBox = vi.fn(() => Promise.resolve({ response: QUIT }));
vi.mock("electron", () => ({ app, dialog: { showMessageBox } }));
const { askBeforePrivateEnd } = await import("./private-end");

/** The one window of the app. */
class FakeWindow extends EventEmitter {
  readonly webContents = {};
  isClosed = false;
  constructor() {
    super();
    app.emit("browser-window-created", {}, this);
  }
  close() {
    let isPrevented = false;
    this.emit("close", { preventDefault: () => (isPrevented = true) });
    this.isClosed = !isPrevented;
  }
}

it("[SE-10] asks again in a window that came after “Quit”, while an answer still kept Braid alive", async () => {
  const windows = { count: 1, stateOf: () => ({}) } as unknown as Windows;
  askBeforePrivateEnd(windows, () => true);
  for (let asked = 1; asked <= 2; asked++) {
    const window = new FakeWindow();
    window.close();
    expect(window.isClosed).toBe(false);
    await vi.waitUntil(() => window.isClosed);
    expect(showMessageBox).toHaveBeenCalledTimes(asked);
  }
});
