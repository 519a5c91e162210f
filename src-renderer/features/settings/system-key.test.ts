import { expect, it } from "vitest";
import { SYSTEM_KEY } from "../../../src-preload/contract/domain/settings";
import { systemKeyOf } from "./system-key";

const NONE = { key: "", code: "", ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

it.each([
  [{ key: " ", code: "Space", ctrlKey: true, shiftKey: true }, "$mod+Shift+Space", "Control+Shift+Space"],
  [{ key: "b", code: "KeyB", altKey: true }, "Alt+KeyB", "Alt+KeyB"],
  [{ key: "z", code: "KeyY", ctrlKey: true }, "$mod+KeyZ", "Control+KeyZ"],
  [{ key: "и", code: "KeyB", metaKey: true }, "Meta+KeyB", "$mod+KeyB"],
  [{ key: "1", code: "Digit1", altKey: true }, "Alt+Digit1", "Alt+Digit1"],
  [{ key: "F9", code: "F9", ctrlKey: true }, "$mod+F9", "Control+F9"],
  [{ key: "ArrowUp", code: "ArrowUp", altKey: true }, "Alt+ArrowUp", "Alt+ArrowUp"],
])("%o is written as %s, on macOS as %s", (press, usual, mac) => {
  expect(systemKeyOf({ ...NONE, ...press }, false)).toBe(usual);
  expect(systemKeyOf({ ...NONE, ...press }, true)).toBe(mac);
});

it.each([
  ["a letter alone", { key: "a", code: "KeyA" }],
  ["a capital letter", { key: "A", code: "KeyA", shiftKey: true }],
  ["Ctrl on its way", { key: "Control", code: "ControlLeft", ctrlKey: true }],
  ["Tab", { key: "Tab", code: "Tab", altKey: true }],
  ["Escape", { key: "Escape", code: "Escape", ctrlKey: true }],
])("%s is no key for the whole system", (_, press) => {
  expect(systemKeyOf({ ...NONE, ...press }, false)).toBeUndefined();
});

it.each(["Space", "Shift+KeyA", "Ctrl+A", "$mod+", "$mod+KeyA+KeyB", "$mod+F25", "KeyA+Alt", "", "Alt+Alt"])(
  "%s is refused in the file",
  (key) => expect(key).not.toMatch(SYSTEM_KEY),
);
