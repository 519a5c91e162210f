import { describe, expect, it } from "vitest";
import { canonicalKey, refusalOf } from "./shortcuts";

describe("a key has one spelling", () => {
  it.each([
    ["Shift+$mod+KeyM", "$mod+Shift+KeyM", "$mod+Shift+KeyM"],
    ["Control+KeyM", "$mod+KeyM", "Control+KeyM"],
    ["Meta+KeyM", "Meta+KeyM", "$mod+KeyM"],
    ["Control+Control+Alt+F5", "$mod+Alt+F5", "Control+Alt+F5"],
    ["F24", "F24", "F24"],
  ])("%s is %s, on macOS %s", (text, usual, mac) => {
    expect(canonicalKey(text, false)).toBe(usual);
    expect(canonicalKey(text, true)).toBe(mac);
  });

  it.each([
    "",
    "Ctrl+K",
    "$mod+",
    "$mod+K",
    "$mod",
    "KeyA+KeyB",
    "$mod+keyA",
    "F25",
    "$mod+KeyAB",
    "Hyper+KeyA",
    "$mod + KeyA",
  ])("“%s” is no key", (text) => expect(canonicalKey(text, false)).toBeUndefined());
});

describe("no command may have", () => {
  it.each([
    ["a letter", "KeyA", "writes"],
    ["a capital letter", "Shift+KeyA", "writes"],
    ["a space", "Space", "writes"],
    ["a third sign", "$mod+Alt+KeyQ", "writes"],
    ["Tab", "$mod+Tab", "text"],
    ["Enter", "$mod+Enter", "text"],
    ["Escape", "Shift+Escape", "text"],
    ["an arrow", "ArrowUp", "text"],
    ["an arrow by words", "$mod+Shift+ArrowLeft", "text"],
    ["copy", "$mod+KeyC", "text"],
    ["paste", "$mod+KeyV", "text"],
    ["cut", "$mod+KeyX", "text"],
    ["select all", "$mod+KeyA", "text"],
    ["undo", "$mod+KeyZ", "text"],
    ["redo", "$mod+Shift+KeyZ", "text"],
    ["rename in a list", "F2", "text"],
    ["close", "$mod+KeyW", "app"],
    ["quit", "$mod+KeyQ", "app"],
    ["zoom", "$mod+Minus", "app"],
    ["full screen", "F11", "app"],
    ["the system's own key", "Meta+KeyK", "system"],
    ["close of the system", "Alt+F4", "system"],
    ["what is no key", "Ctrl+K", "unknown"],
    ["another spelling", "Shift+$mod+KeyM", "unknown"],
  ])("%s (%s): %s", (_, key, why) => expect(refusalOf(key, false)).toBe(why));

  it("what macOS needs, there alone", () => {
    expect(refusalOf("Alt+KeyB", true)).toBe("writes");
    expect(refusalOf("Alt+KeyB", false)).toBeUndefined();
    expect(refusalOf("$mod+KeyH", true)).toBe("app");
    expect(refusalOf("$mod+KeyH", false)).toBeUndefined();
    expect(refusalOf("Control+KeyA", true)).toBe("text");
    expect(refusalOf("$mod+Alt+KeyQ", true)).toBeUndefined();
  });
});

it.each([
  "$mod+Shift+KeyX",
  "F8",
  "Shift+F6",
  "$mod+Digit1",
  "Alt+KeyB",
  "$mod+End",
  "Alt+ArrowUp",
  "$mod+Period",
  "$mod+Alt+F4",
])("%s is free", (key) => expect(refusalOf(key, false)).toBeUndefined());
