import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createWorkspaceNames, listNames, namesWith } from "./workspace-names";

it("[AG-7] a name is found by any part of it: the beginning of its last part counts most", () => {
  const names = ["src/main/deep.ts", "main.ts", "src/domain.ts", "README.md", "docs/main.md"];
  expect(namesWith(names, "MAIN")).toEqual(["main.ts", "docs/main.md", "src/domain.ts", "src/main/deep.ts"]);
  expect(namesWith(names, "", 2)).toEqual(["main.ts", "README.md"]);
  expect(namesWith(names, "(.*")).toEqual([]);
});

it("[AG-7] a folder is listed without what it ignores, with names of any kind", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "braid-names-")));
  for (const name of [".hidden", "a.log", "b c.txt", "d\ne.txt"]) writeFileSync(join(folder, name), "");
  writeFileSync(join(folder, ".gitignore"), "*.log\n");
  const names = await listNames(folder, new AbortController().signal);
  expect(names.sort()).toEqual(["b c.txt", "d\ne.txt"]);
  rmSync(folder, { recursive: true });
});

it("a folder is listed once in some seconds, again after a failure, and the oldest listing is stopped", async () => {
  let now = 0;
  const listed: { folder: string; signal: AbortSignal }[] = [];
  const find = createWorkspaceNames(
    async (folder, signal) => {
      listed.push({ folder, signal });
      if (folder === "bad") throw new Error("gone");
      return ["a"];
    },
    () => now,
  );
  expect([await find("x", "a"), await find("x", "b")]).toEqual([["a"], []]);
  now = 4_999;
  await find("x", "");
  expect(listed).toHaveLength(1);
  now = 5_000;
  await find("x", "");
  expect(listed).toHaveLength(2);
  await expect(find("bad", "")).rejects.toThrow("gone");
  await expect(find("bad", "")).rejects.toThrow("gone");
  for (const folder of ["1", "2", "3", "4"]) await find(folder, "");
  expect(listed.filter(({ folder }) => folder === "bad")).toHaveLength(2);
  expect(listed.map(({ signal }) => signal.aborted)).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
