import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saying } from "../../e2e/fixtures/saying";
import { usualKeys } from "../../src-preload/contract/window/shortcut-choice";
import { inEnglish } from "../core/english";
import { changeShortcuts } from "./change-shortcuts";
import { parseSettings } from "./parse-settings";
import { openSettings } from "./settings-file";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "braid-shortcuts-"));
  file = join(folder, "settings.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const parse = (shortcuts: unknown) => parseSettings(JSON.stringify({ shortcuts }), usualKeys());

describe("keys in the file", () => {
  test("are taken in any spelling, and go on in one; null is no key", () => {
    const { settings, problems } = parse({ find: "Shift+Control+KeyF", compact: "F8", "go-to": null });
    expect(problems).toEqual([]);
    const usual = process.platform === "darwin" ? "Control+Shift+KeyF" : "$mod+Shift+KeyF";
    expect(settings.shortcuts).toEqual({ find: usual, compact: "F8", "go-to": null });
  });

  test("may be the command's own default, which no other may have", () => {
    const { settings, problems } = parse({ stop: "Escape", find: "Escape" });
    expect(settings.shortcuts).toEqual({ stop: "Escape" });
    expect(problems.map(({ path }) => path)).toEqual(["shortcuts.find"]);
  });

  test.each([
    [
      "a spelling that is none",
      { find: "Ctrl+F" },
      "shortcuts.find",
      /must be keys such as "\$mod\+Shift\+KeyX"/,
    ],
    ["a number", { find: 7 }, "shortcuts.find", /must be keys such as/],
    ["a letter", { find: "KeyF" }, "shortcuts.find", /writes text/],
    ["a key of text fields", { find: "$mod+KeyV" }, "shortcuts.find", /text fields and lists/],
    ["a key of the menu", { find: "$mod+KeyW" }, "shortcuts.find", /the window or its menu/],
    ["a key of the system", { find: "Alt+F4" }, "shortcuts.find", /the system keeps/],
    ["a command that is none", { fnd: "F8" }, "shortcuts.fnd", /not a setting that Braid knows/],
  ])("%s is told with its path, and the rest applies", (_, mistaken, path, words) => {
    const { settings, problems } = parse({ ...mistaken, compact: "F9" });
    expect(settings.shortcuts).toEqual({ compact: "F9" });
    expect(problems.map((one) => one.path)).toEqual([path]);
    expect(problems.map(({ message }) => inEnglish(message)).join()).toMatch(words);
  });

  test.each([
    ["a list", []],
    ["a text", "F8"],
  ])("%s in place of them is told", (_, value) => {
    const { settings, problems } = parse(value);
    expect(settings.shortcuts).toEqual({});
    expect(problems.map(({ path }) => path)).toEqual(["shortcuts"]);
  });
});

describe("keys that a window changes", () => {
  const inFile = () => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;

  test("[SV-11] stand in the file, all of one change at once, and the rest as it was typed", async () => {
    writeFileSync(file, '{\n  // mine\n  "run": { "max_steps": 7 },\n}\n');
    const onChange = vi.fn();
    const settings = openSettings(file, onChange, usualKeys());
    await changeShortcuts(settings, [
      { command: "find", key: "$mod+Shift+KeyF" },
      { command: "go-to", key: null },
    ]);
    expect(settings.shortcuts()).toEqual({ find: "$mod+Shift+KeyF", "go-to": null });
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(readFileSync(file, "utf8")).toContain("// mine");
  });

  test("that are the default are not written, and an empty section goes", async () => {
    const settings = openSettings(file, undefined, usualKeys());
    await changeShortcuts(settings, [
      { command: "find", key: "F8" },
      { command: "compact", key: "F9" },
    ]);
    await changeShortcuts(settings, [{ command: "compact", key: null }]);
    expect(inFile()).toEqual({ shortcuts: { find: "F8" } });
    await changeShortcuts(settings, [{ command: "find", key: "$mod+KeyF" }]);
    expect(inFile()).toEqual({});
  });

  test("go back to the defaults without a key, and names that Braid does not know stay", async () => {
    writeFileSync(file, '{"shortcuts": {"find": "F8", "later": "F9", "stop": null}}');
    const settings = openSettings(file, undefined, usualKeys());
    await changeShortcuts(settings, [{ command: "find" }, { command: "stop" }, { command: "go-to" }]);
    expect(inFile()).toEqual({ shortcuts: { later: "F9" } });
    expect(settings.shortcuts()).toEqual({});
  });

  test.each([
    ["a key that is needed elsewhere", { command: "find", key: "$mod+KeyC" }, /shortcuts\.find.*text fields/],
    ["a key that is none", { command: "find", key: "$mod+" }, /shortcuts\.find.*must be keys such as/],
    ["a command that is none", { command: "fnd", key: "F8" }, /shortcuts\.fnd/],
  ])("are refused for %s, and the file stays away", async (_, change, words) => {
    const settings = openSettings(file, undefined, usualKeys());
    await expect(changeShortcuts(settings, [change])).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: saying(words),
    });
    expect(() => readFileSync(file)).toThrow("ENOENT");
  });

  test("are refused while the section is something else", async () => {
    writeFileSync(file, '{"shortcuts": "none"}');
    const settings = openSettings(file, undefined, usualKeys());
    await expect(changeShortcuts(settings, [{ command: "find", key: "F8" }])).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    expect(readFileSync(file, "utf8")).toBe('{"shortcuts": "none"}');
  });
});
