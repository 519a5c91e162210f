import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rulesOfFile } from "./rules-file";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "braid-rules-"));
  await mkdir(join(root, ".braid"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const file = () => join(root, ".braid/permissions.json");
const asksForAll = ["read", "edit", "command", "fetch"];
const asked = async () =>
  (await rulesOfFile(root)).filter(({ action }) => action === "ask").map(({ permission }) => permission);

describe("[PM-1] the rules that a folder brings", () => {
  it("[PM-1a] may deny and ask, and never allow", async () => {
    const rules = [
      { permission: "command", pattern: "rm *", action: "deny" },
      { permission: "read", pattern: "kept/**", action: "ask" },
      { permission: "edit", pattern: "**", action: "allow" },
    ];
    await writeFile(file(), JSON.stringify({ rules }));
    expect(await rulesOfFile(root)).toEqual([
      { permission: "command", pattern: "rm *", action: "deny", source: "workspace" },
      { permission: "read", pattern: "kept/**", action: "ask", source: "workspace" },
    ]);
  });

  it("are none without a file", async () => {
    expect(await rulesOfFile(root)).toEqual([]);
    expect(await rulesOfFile(join(root, "missing"))).toEqual([]);
  });

  it.each([
    ["half a file", '{"rules": [{"permission": "comm'],
    ["no list", '{"rules": {}}'],
    [
      "an entry that nobody understands",
      '{"rules": [{"permission": "run", "pattern": "rm *", "action": "deny"}]}',
    ],
    ["a file that is too long", " ".repeat(300 * 1024)],
  ])("ask for everything where they cannot be read: %s", async (_, text) => {
    await writeFile(file(), text);
    expect(await asked()).toEqual(asksForAll);
  });

  it("ask for everything, and wait for nothing, where a pipe or a folder has their name", async () => {
    execFileSync("mkfifo", [file()]);
    expect(await asked()).toEqual(asksForAll);
    await rm(file());
    await mkdir(file());
    expect(await asked()).toEqual(asksForAll);
  });
});
