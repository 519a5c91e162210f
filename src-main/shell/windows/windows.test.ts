import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { DeathMemory } from "./death-memory";

/** The windows in the order in which the app brought them forward. */
let broughtForward: FakeWindow[];
let withFocus: FakeWindow | undefined;
let opened: FakeWindow[];

class FakeContents extends EventEmitter {
  readonly ipc = new EventEmitter();
  isDestroyed = () => false;
  isCrashed = () => false;
  isDevToolsOpened = () => true;
  send() {}
}

class FakeWindow extends EventEmitter {
  static getFocusedWindow = () => withFocus ?? null;
  readonly webContents = new FakeContents();
  readonly #size: { width: number; height: number };
  constructor({ width, height }: { width: number; height: number }) {
    super();
    this.#size = { width, height };
    opened.push(this);
  }
  getBounds = () => ({ x: 0, y: 0, ...this.#size });
  getNormalBounds = () => this.getBounds();
  isDestroyed = () => false;
  isMinimized = () => false;
  isFocused = () => withFocus === this;
  async loadURL() {}
  setIcon() {}
  show() {}
  focus() {
    broughtForward.push(this);
  }
  /** Its user goes to it. */
  use() {
    withFocus = this;
    this.emit("focus");
  }
}

vi.mock("electron", () => ({
  BrowserWindow: FakeWindow,
  nativeTheme: {},
  protocol: {},
  screen: { getAllDisplays: () => [] },
}));
const { Windows } = await import("./windows");

const SESSION = "ses_a" as SessionId;
const facts = { appState: () => undefined, setAppState: () => undefined };
let windows: InstanceType<typeof Windows>;

beforeEach(() => {
  [broughtForward, opened, withFocus] = [[], [], undefined];
  const boot = () => ({ language: "en" as const, font_size: 16 });
  windows = new Windows(facts, new DeathMemory(facts), boot, () => undefined);
});
afterEach(() => {
  for (const window of opened) window.emit("closed");
});

function open(state?: Parameters<typeof windows.open>[0]): FakeWindow {
  windows.open(state);
  const window = opened.at(-1);
  if (window === undefined) throw new Error("no window was opened");
  return window;
}

describe("what the app itself shows", () => {
  it.each([
    ["a second launch", () => windows.focusOrRestore()],
    ["a session that no window shows", () => windows.showSession(SESSION)],
    ["a new session", () => windows.showNewSession()],
  ])("is in the window used last, also while another program has the focus: %s", (_, show) => {
    const [first] = [open(), open(), open()];
    first.use();
    withFocus = undefined;
    show();
    expect(broughtForward).toEqual([first]);
  });

  it("is in no quick window, also where that has the focus", () => {
    const first = open();
    open({ session_id: null, quick: true }).use();
    windows.showSession(SESSION);
    expect(broughtForward).toEqual([first]);
    expect(opened).toHaveLength(2);
  });

  it("[SE-10] is in no private window", () => {
    const first = open();
    open({ session_id: null, private: true }).use();
    windows.showNewSession();
    expect(broughtForward).toEqual([first]);
  });
});
