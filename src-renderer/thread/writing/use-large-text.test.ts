import type { ClipboardEvent } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { mainThread } from "../thread";
import { MOST_IN_BOX } from "./large-text";
import { useLargeText } from "./use-large-text";

vi.hoisted(() => {
  const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
  vi.stubGlobal("window", { matchMedia, addEventListener: () => undefined, braid: { boot: {} } });
  vi.stubGlobal("matchMedia", matchMedia);
});
// The hook is called without a page.
vi.mock("react", async (load) => ({
  ...(await load<typeof import("react")>()),
  useContext: () => mainThread,
}));

const LONG = "a line of a log\n".repeat(MOST_IN_BOX / 10);
const { large } = mainThread;
const box = {
  value: "",
  selectionStart: 0,
  selectionEnd: 0,
  readOnly: false,
  get textLength() {
    return this.value.length;
  },
  setSelectionRange(start: number, end: number) {
    Object.assign(this, { selectionStart: start, selectionEnd: end });
  },
};
const write = (text: string) => {
  box.value = text;
  box.setSelectionRange(text.length, text.length);
};
const callHook = useLargeText;
/** Tells the hook that the text has become this by keys. */
function type(text: string): void {
  write(text);
  callHook({ current: box as unknown as HTMLTextAreaElement }, write).onInput();
}
/** Returns true if the text went beside the box. */
function paste(text: string): boolean {
  const preventDefault = vi.fn();
  const event = { clipboardData: { getData: () => text }, currentTarget: box, preventDefault };
  callHook({ current: box as unknown as HTMLTextAreaElement }, write).onPaste(
    event as unknown as ClipboardEvent<HTMLTextAreaElement>,
  );
  return preventDefault.mock.calls.length > 0;
}

beforeEach(() => {
  large.letGo();
  box.readOnly = false;
  write("old words here");
});

it("puts a long pasted text in the place of all that is selected", () => {
  box.setSelectionRange(0, box.value.length);
  expect(paste(LONG)).toBe(true);
  expect(box.value).toBe("");
  expect(large.whole(box.value)).toBe(LONG);
});

it("takes a selected stretch out of the box, and leaves the caret there", () => {
  box.setSelectionRange(4, 10);
  expect(paste(LONG)).toBe(true);
  expect(box).toMatchObject({ value: "old here", selectionStart: 4, selectionEnd: 4 });
  expect(large.whole(box.value)).toBe(`old here\n\n${LONG}`);
});

it("leaves a short text to the box, and any text to one whose message is being stored", () => {
  box.setSelectionRange(0, 3);
  expect(paste("new")).toBe(false);
  box.readOnly = true;
  expect(paste(LONG)).toBe(false);
  expect(large.whole(box.value)).toBe("old words here");
});

it("keeps what was typed between two long texts between them", () => {
  write("");
  paste(LONG);
  type("That was the first; this is the second:");
  paste(LONG);
  expect(box.value).toBe("");
  expect(large.whole("")).toBe(`${LONG}\n\nThat was the first; this is the second:\n\n${LONG}`);
});

it("keeps what was typed before a long text before it, also once that is too long itself", () => {
  paste(LONG);
  type(`old words here${LONG}`);
  expect(box.value).toBe("");
  expect(large.whole("and more")).toBe(`old words here${LONG}\n\n${LONG}\n\nand more`);
});
