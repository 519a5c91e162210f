import { beforeEach, expect, it, vi } from "vitest";
import { registerCommands } from "../../platform/commands/registry";
import { mainThread } from "../../thread/thread";
import { type Slash, useSlash } from "./use-slash";

const states = vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("navigator", { platform: "Linux" });
  return { held: [] as unknown[], at: 0 };
});
// The hook is called without a page, anew after each change of its state.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useContext: () => mainThread,
  useEffect: (effect: () => void) => effect(),
  useState: (initial: unknown) => {
    const at = states.at++;
    if (states.held.length <= at) states.held.push(typeof initial === "function" ? initial() : initial);
    return [states.held[at], (next: unknown) => void (states.held[at] = next)];
  },
}));

const run = vi.fn();
registerCommands({ compact: { run, enabled: () => true } });
const focus = vi.fn();
const box = {
  value: "",
  focus,
  get textLength() {
    return this.value.length;
  },
};
const setText = (text: string) => {
  box.value = text;
  mainThread.written.setState({ characters: text.length });
};
const drawWith = useSlash;
function slash(): Slash {
  states.at = 0;
  return drawWith({ current: box as unknown as HTMLTextAreaElement }, setText);
}
function write(text: string): void {
  setText(text);
  slash().onInput();
}
function escape(): void {
  const event = { key: "Escape", nativeEvent: {}, preventDefault: () => undefined };
  expect(slash().onKeyDown(event as unknown as Parameters<Slash["onKeyDown"]>[0])).toBe(true);
}

beforeEach(() => {
  run.mockClear();
  states.held.length = 0;
  setText("");
});

it("calls the command in the box, with the focus there, and empties the box", () => {
  write("/compact the numbers");
  expect(slash().calls()).toBe(true);
  expect(run).toHaveBeenCalledExactlyOnceWith("the numbers");
  expect(focus).toHaveBeenCalled();
  expect(box.value).toBe("");
});

it.each(["hello", "/usr/bin", "//compact"])("leaves the message %s alone", (text) => {
  write(text);
  expect(slash().calls()).toBe(false);
  expect(run).not.toHaveBeenCalled();
});

it("takes a refused command for a text, until the box is empty again", () => {
  write("/compact");
  escape();
  expect(slash().calls()).toBe(false);
  // The text was sent. A pasted command comes with one change.
  setText("");
  write("/compact");
  expect(slash().calls()).toBe(true);
  expect(run).toHaveBeenCalledOnce();
});
