/** A session whose folder is the home of its user, with Braid's own data in it. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ToolPlaceForTests, toolPlace } from "../../../e2e/fixtures/tool-place";

let place: ToolPlaceForTests;
beforeEach(() => {
  place = toolPlace("work/Library/Braid");
  place.file("Library/Braid/settings.json", "{}\n");
  symlinkSync("Library/Braid", join(place.root, "link"));
});
afterEach(() => place.remove());

const edits = [{ old_text: "{}", new_text: "[]" }];

test.each([
  ["write", { path: "Library/Braid/settings.json", content: "" }],
  ["write", { path: "Library/Braid/agents/new.md", content: "" }],
  ["write", { path: "link/settings.json", content: "" }],
  ["edit", { path: "Library/Braid/settings.json", edits }],
  ["read", { path: "Library/Braid/braid.db" }],
  ["read", { path: "link/settings.json" }],
  ["grep", { path: "Library/Braid", pattern: "x" }],
  ["glob", { path: "Library/Braid", pattern: "x" }],
  ["bash", { command: "cat Library/Braid/braid.db" }],
  ["bash", { command: "cat < link/settings.json" }],
  ["bash", { command: "echo > link/settings.json" }],
  ["bash", { command: "cp a Library/Braid/settings.json" }],
])("[PM-4] Braid's own data are protected: %s %j", async (name, input) => {
  const { needs } = await place.check(name, input);
  expect(needs.map(({ unsure }) => unsure)).toContain("protected");
});

test("[PM-4] searches leave Braid's own data out", async () => {
  place.file("own.json", "{}\n");
  expect((await place.call("grep", { pattern: "[{]" })).text).toBe("own.json\n1:{}");
  const found = (await place.call("glob", { pattern: "**/*.json" })).text;
  expect(found).toContain("own.json");
  expect(found).not.toContain("settings");
});

test("[AG-1] what Braid kept of a session's outputs is read there without a question", async () => {
  const { kept } = await place.call("bash", { command: "seq 100000" });
  const output_path = kept?.path ?? "";
  expect(output_path.startsWith(place.data_dir)).toBe(true);
  expect((await place.check("read", { path: output_path })).needs).toEqual([]);
  expect((await place.call("grep", { path: output_path, pattern: "^99999$" })).text).toContain(":99999");
  const other = join(dirname(dirname(output_path)), "ses_other", "a.txt");
  mkdirSync(dirname(other));
  writeFileSync(other, "x");
  expect((await place.check("read", { path: other })).needs).toMatchObject([{ unsure: "protected" }]);
});
