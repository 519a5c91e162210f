import type { KeyboardEvent } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { mainThread } from "../../thread/thread";
import { type History, useHistory } from "./use-history";

const { LONG, said } = vi.hoisted(() => {
  const LONG = "a line of a log\n".repeat(10_000);
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  const said = { texts: ["sent last", "sent first"] };
  const call = async () => ({ ok: true, value: said });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {}, call } });
  vi.stubGlobal("matchMedia", matchMedia);
  return { LONG, said };
});
// The hook is called once, without a page.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useContext: () => mainThread,
  useEffect: (effect: () => void) => effect(),
  useRef: (current: unknown) => ({ current }),
  useState: (initial: unknown) => [typeof initial === "function" ? initial() : initial, () => undefined],
}));

const { large } = mainThread;
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
  said.texts = ["sent last", "sent first"];
  large.letGo();
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

describe("a message that is too long for the box", () => {
  /** Returns the text that would be sent now. */
  const whole = () => large.whole(box.value);
  async function recallLong(): Promise<void> {
    expect(press("ArrowUp")).toBe(true);
    await expect.poll(whole).toBe(LONG);
  }
  beforeEach(() => {
    said.texts = ["sent last", LONG, "sent first"];
  });

  it("is recalled beside the box, and let go by the next step in either direction", async () => {
    await recall("sent last");
    await recallLong();
    expect(box.value).toBe("");
    await recall("sent first");
    expect(whole()).toBe("sent first");
    press("ArrowDown");
    expect([box.value, whole()]).toEqual(["", LONG]);
    press("ArrowDown");
    expect([box.value, whole()]).toEqual(["sent last", "sent last"]);
    press("ArrowDown");
    expect(whole()).toBe("");
  });

  it("is left by Escape like any other, and not once something was typed", async () => {
    said.texts = [LONG];
    await recallLong();
    expect(press("Escape")).toBe(true);
    expect(whole()).toBe("");
    await recallLong();
    write("What of it?");
    expect(press("Escape")).toBe(false);
    expect(whole()).toBe(`${LONG}\n\nWhat of it?`);
  });

  it("keeps what was typed to it, or pasted beside the box, while the walk goes on and back", async () => {
    said.texts = [LONG, "sent first"];
    await recallLong();
    write("What of it?");
    await recall("sent first");
    large.hold("a book", box.value);
    press("ArrowDown");
    expect([box.value, whole()]).toEqual(["", `${LONG}\n\nWhat of it?`]);
    expect(press("ArrowUp")).toBe(true);
    await expect.poll(whole).toBe("sent first\n\na book");
  });

  it("is no place from which to go back once it was removed", async () => {
    said.texts = [LONG, "sent first"];
    await recallLong();
    large.letGo();
    write("");
    await recallLong();
  });
});

it("leaves the arrows alone while an own text stands beside the empty box", () => {
  large.hold(LONG, "");
  expect([press("ArrowUp"), press("ArrowDown")]).toEqual([false, false]);
  expect(large.whole(box.value)).toBe(LONG);
});
