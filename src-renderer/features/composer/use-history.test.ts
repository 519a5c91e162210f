import type { KeyboardEvent } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { mainThread } from "../../thread/thread";
import { type History, useHistory } from "./use-history";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const call = async () => ({ ok: true, value: { texts: ["sent last", "sent first"] } });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
});
// The hook is called once, without a page.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useContext: () => mainThread,
  useEffect: (effect: () => void) => effect(),
  useRef: (current: unknown) => ({ current }),
  useState: (initial: unknown) => [typeof initial === "function" ? initial() : initial, () => undefined],
}));

const box = {
  value: "",
  selectionStart: 0,
  selectionEnd: 0,
  get textLength() {
    return this.value.length;
  },
  setSelectionRange(start: number, end: number) {
    Object.assign(this, { selectionStart: start, selectionEnd: end });
  },
};
/** Changes the text as the composer does: a change by any means is weighed. */
function write(text: string): void {
  box.value = text;
  box.setSelectionRange(text.length, text.length);
  mainThread.written.setState({ characters: text.length });
}
/** Presses a key. Returns true if the walk took it. */
function press(key: string): boolean {
  const event = { key, nativeEvent: {}, currentTarget: box, preventDefault: () => undefined };
  return history.onKeyDown(event as unknown as KeyboardEvent<HTMLTextAreaElement>);
}
async function recall(text: string): Promise<void> {
  expect(press("ArrowUp")).toBe(true);
  await expect.poll(() => box.value).toBe(text);
}

let history: History;
beforeEach(() => {
  write("");
  history = useHistory({ current: box as unknown as HTMLTextAreaElement }, write);
});

it("goes back by Escape from a text that was only recalled", async () => {
  await recall("sent last");
  await recall("sent first");
  expect(press("Escape")).toBe(true);
  expect(box.value).toBe("");
});

it("leaves Escape and the arrows alone after a recalled text was sent", async () => {
  await recall("sent last");
  // Sent by whatever means, the text leaves the box.
  write("");
  write("the next message");
  expect([press("Escape"), press("ArrowUp"), press("ArrowDown")]).toEqual([false, false, false]);
  expect(box.value).toBe("the next message");
});

it("leaves Escape alone where the user has changed the text, or written another over it", async () => {
  await recall("sent last");
  for (const own of ["sent last, and changed", "something else"]) {
    write(own);
    expect(press("Escape")).toBe(false);
    expect(box.value).toBe(own);
  }
});

it("keeps a changed text that the arrows left, also over Escape", async () => {
  await recall("sent last");
  write("sent last, and changed");
  await recall("sent first");
  expect(press("Escape")).toBe(true);
  expect(box.value).toBe("");
  await recall("sent last, and changed");
});
