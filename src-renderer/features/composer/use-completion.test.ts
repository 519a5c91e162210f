import type { KeyboardEvent } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { registerCommands } from "../../platform/commands/registry";
import { mainThread } from "../../thread/thread";
import { useCompletion } from "./use-completion";

const states = vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const call = async () => ({ ok: true, value: ["notes.txt"] });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  vi.stubGlobal("document", { documentElement: {}, execCommand: () => false });
  vi.stubGlobal("navigator", { platform: "Linux" });
  return { held: [] as unknown[], at: 0 };
});
// The hook is called without a page, anew after each change of its state.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useContext: () => mainThread,
  useEffect: (effect: () => void) => effect(),
  useRef: (current: unknown) => held({ current })[0],
  useState: (initial: unknown) => held(typeof initial === "function" ? initial() : initial),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}));
function held(initial: unknown): [unknown, (next: unknown) => void] {
  const { at } = states;
  states.at += 1;
  if (states.held.length <= at) states.held.push(initial);
  const set = (next: unknown) => {
    states.held[at] = next;
  };
  return [states.held[at], set];
}

const run = vi.fn();
registerCommands({ compact: { run, enabled: () => true } });
const focus = vi.fn();
const box = {
  value: "",
  selectionStart: 0,
  selectionEnd: 0,
  focus,
  get textLength() {
    return this.value.length;
  },
  setSelectionRange(start: number, end: number) {
    Object.assign(this, { selectionStart: start, selectionEnd: end });
  },
  setRangeText(text: string, start: number, end: number) {
    this.value = this.value.slice(0, start) + text + this.value.slice(end);
  },
};
const setText = (text: string) => {
  box.value = text;
  box.setSelectionRange(text.length, text.length);
  mainThread.written.setState({ characters: text.length });
};
const drawWith = useCompletion;
function completion() {
  states.at = 0;
  return drawWith({ current: box as unknown as HTMLTextAreaElement }, setText);
}
function write(text: string): void {
  setText(text);
  completion().onInput();
}
/** Returns true if a list took the key. */
function press(key: string): boolean {
  const event = { key, nativeEvent: {}, preventDefault: () => undefined };
  return completion().onKeyDown(event as unknown as KeyboardEvent);
}
async function writeMention(text: string): Promise<void> {
  write(text);
  await expect.poll(() => completion().list?.options.map(({ label }) => label)).toEqual(["notes.txt"]);
}

beforeEach(() => {
  run.mockClear();
  states.held.length = 0;
  setText("");
  mainThread.view.setState({ workspace_root: "/project" });
});

it("calls the command in the box, with the focus there, and empties the box", () => {
  write("/compact the numbers");
  expect(completion().calls()).toBe(true);
  expect(run).toHaveBeenCalledExactlyOnceWith("the numbers");
  expect(focus).toHaveBeenCalled();
  expect(box.value).toBe("");
});

it.each(["hello", "/usr/bin", "//compact"])("leaves the message %s alone", (text) => {
  write(text);
  expect(completion().calls()).toBe(false);
  expect(run).not.toHaveBeenCalled();
});

it("takes a refused command for a text, until the box is empty again", () => {
  write("/compact");
  expect(press("Escape")).toBe(true);
  expect(completion().calls()).toBe(false);
  // The text was sent. A pasted command comes with one change.
  setText("");
  write("/compact");
  expect(completion().calls()).toBe(true);
  expect(run).toHaveBeenCalledOnce();
});

it("[AG-7] puts the name of a file in the place of what was typed after the @", async () => {
  await writeMention("see @no");
  expect(press("Enter")).toBe(true);
  expect(box.value).toBe("see @notes.txt ");
});

it.each([
  ["the caret stands in another word", 11, 11],
  ["a text is marked", 4, 7],
])("[AG-7] leaves the text alone where %s", async (_, start, end) => {
  await writeMention("see @no");
  box.value = "see @no and more";
  box.setSelectionRange(start, end);
  for (const key of ["Enter", "ArrowDown"]) expect(press(key)).toBe(false);
  expect(completion().list).toBeUndefined();
  expect(box.value).toBe("see @no and more");
});

it("[AG-7] offers files again in the message after one that refused them", async () => {
  await writeMention("@no");
  expect(press("Escape")).toBe(true);
  expect(completion().list).toBeUndefined();
  // The text was sent.
  setText("");
  await writeMention("@notes");
});
