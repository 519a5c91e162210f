import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { realWorkspace } from "./workspace";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "braid-workspace-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it("a folder is known by its real path", async () => {
  await mkdir(join(root, "project"));
  await symlink(join(root, "project"), join(root, "link"));
  expect(await realWorkspace(join(root, "link"))).toBe(join(root, "project"));
});

it.each(["missing", "file", "dangling"])("what is no folder is refused, with its path: %s", async (name) => {
  await writeFile(join(root, "file"), "");
  await symlink(join(root, "nowhere"), join(root, "dangling"));
  const path = join(root, name);
  await expect(realWorkspace(path)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    info: { message: { key: "workspace.no-folder.message", params: { path } } },
  });
});
