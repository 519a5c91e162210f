import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { saying } from "../../e2e/fixtures/saying";
import { changeSetting, settingValues } from "./changeable";
import { notWritten } from "./settings-edits";
import { openSettings } from "./settings-file";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "braid-settings-"));
  file = join(folder, "settings.json");
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe("what a window sees", () => {
  test("is a value for each path, from the file or the default", () => {
    writeFileSync(file, '{"run": {"max_steps": 7}, "appearance": {"theme": "dark"}}');
    const values = settingValues(openSettings(file));
    expect(values).toMatchObject({
      "run.max_steps": 7,
      "run.max_retries": 4,
      "run.token_budget": null,
      "appearance.theme": "dark",
      "appearance.font_size": 13.5,
      "recorder.save_on": "chunk",
      "window.tray": false,
      "compaction.auto": true,
      "compaction.prepare": false,
      "compaction.prune_at": 0.3,
      "compaction.smart_recovery.drop_middle": true,
    });
    expect(Object.values(values)).not.toContain(undefined);
  });
});

describe("what a window changes", () => {
  test("[SV-11] stands in the file, and the rest as it was typed", async () => {
    writeFileSync(file, '{\n  // mine\n  "run": { "max_steps": 7 }, // few\n  "providers": [],\n}\n');
    const settings = openSettings(file);
    await changeSetting(settings, "appearance.theme", "dark");
    await changeSetting(settings, "run.max_retries", 2);
    expect(settingValues(settings)).toMatchObject({ "appearance.theme": "dark", "run.max_retries": 2 });
    const text = readFileSync(file, "utf8");
    for (const kept of ["// mine", '"max_steps": 7', "// few", '"providers": []'])
      expect(text).toContain(kept);
    expect(settings.problems()).toEqual([]);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  test("[CP-8] stands as deep in the file as its path says, beside what was there", async () => {
    writeFileSync(file, '{"compaction": {"smart_recovery": {"drop_middle": false /* never */}}}');
    const settings = openSettings(file);
    await changeSetting(settings, "compaction.smart_recovery.chunked_summarize", false);
    await changeSetting(settings, "compaction.tail_turns", 3);
    expect(settingValues(settings)).toMatchObject({
      "compaction.tail_turns": 3,
      "compaction.smart_recovery.chunked_summarize": false,
      "compaction.smart_recovery.drop_middle": false,
      "compaction.smart_recovery.prune_tool_outputs": true,
    });
    expect(readFileSync(file, "utf8")).toContain("/* never */");
    writeFileSync(file, "");
    await changeSetting(settings, "compaction.smart_recovery.drop_middle", false);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      compaction: { smart_recovery: { drop_middle: false } },
    });
  });

  test("in two windows at once is all kept", async () => {
    const settings = openSettings(file);
    await Promise.all([
      changeSetting(settings, "appearance.font_size", 16),
      changeSetting(settings, "window.tray", true),
      changeSetting(settings, "run.token_budget", 1000),
    ]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      appearance: { font_size: 16 },
      window: { tray: true },
      run: { token_budget: 1000 },
    });
  });

  test("while an editor saves takes nothing from it", async () => {
    writeFileSync(file, '{"run": {"max_steps": 7}}');
    const settings = openSettings(file);
    const handle = await open(folder, "r");
    const prototype = Object.getPrototypeOf(handle);
    const sync: () => Promise<void> = prototype.sync;
    await handle.close();
    vi.spyOn(prototype, "sync").mockImplementationOnce(function (this: typeof handle) {
      writeFileSync(file, '{"run": {"max_steps": 8}} // by hand');
      return sync.call(this);
    });
    await changeSetting(settings, "run.max_retries", 2);
    expect(settingValues(settings)).toMatchObject({ "run.max_steps": 8, "run.max_retries": 2 });
    expect(readFileSync(file, "utf8")).toContain("// by hand");
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  });

  test.each([
    ["appearance.font_size", 99, "a number from 10 to 24"],
    ["appearance.font_size", null, "a number from 10 to 24"],
    ["appearance.theme", "pink", "one of system, light, dark"],
    ["window.tray", "yes", "true or false"],
    ["compaction.tail_budget_pct", 25, "a number from 0 to 1"],
    ["compaction.smart_recovery.drop_middle", 1, "true or false"],
    ["run.max_steps", 1.5, "a whole number from 1 to 100000"],
  ] as const)("%s cannot be %j", async (path, value, message) => {
    const settings = openSettings(file);
    await expect(changeSetting(settings, path, value)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: saying(message),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ["is not JSON", '{"run": '],
    ["has something else in its place", '{"appearance": 3}'],
    ["has its place twice", '{"appearance": {"theme": "light"}, "appearance": {"theme": "light"}}'],
  ])("is refused while the file %s", async (_, text) => {
    writeFileSync(file, text);
    const settings = openSettings(file);
    await expect(changeSetting(settings, "appearance.theme", "dark")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: saying("has to be corrected first"),
    });
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("says so where the disk does not take it, and nothing has changed", async () => {
    const settings = openSettings(file);
    rmSync(folder, { recursive: true });
    await expect(changeSetting(settings, "appearance.theme", "dark")).rejects.toMatchObject({
      code: "SETTINGS_UNAVAILABLE",
    });
    expect(settingValues(settings)["appearance.theme"]).toBe("system");
  });

  test.each([
    ["ENOSPC", "no space left"],
    ["EACCES", "may not write"],
    ["EROFS", "may not write"],
    ["EIO", "could not be written"],
  ])("%s is told in words", (code, words) => {
    const error = notWritten(file, Object.assign(new Error(`${code}: it failed`), { code }));
    expect(error).toMatchObject({ message: saying(words), info: { hint: saying(/\w{3}/) } });
  });
});

test("a file is made for its user to edit, once", async () => {
  const settings = openSettings(file);
  await settings.make();
  expect(readFileSync(file, "utf8")).toBe("{}\n");
  writeFileSync(file, "{} // mine");
  await settings.make();
  expect(readFileSync(file, "utf8")).toBe("{} // mine");
});
