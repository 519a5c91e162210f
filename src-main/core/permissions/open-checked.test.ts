import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { openChecked } from "./open-checked";
import { resolvePath } from "./paths";

const made: string[] = [];
let outer: string;
let root: string;

beforeEach(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), "braid-open-")));
  made.push(outer);
  root = join(outer, "work");
  await mkdir(join(root, "src"), { recursive: true });
  await writeFile(join(root, "src/a"), "inside");
  await mkdir(join(outer, "other"));
  await writeFile(join(outer, "other/a"), "secret");
});
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

describe("opening what was checked", () => {
  it("[PM-4] opens the file that was judged", async () => {
    const handle = await openChecked(await resolvePath("src/a", root), constants.O_RDONLY);
    expect(await handle.readFile("utf8")).toBe("inside");
    await handle.close();
  });

  it("[PM-4] makes a new file", async () => {
    const resolved = await resolvePath("src/new", root);
    const handle = await openChecked(resolved, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    await handle.writeFile("x");
    await handle.close();
    expect(await readFile(join(root, "src/new"), "utf8")).toBe("x");
  });

  it("[PM-4d] notices a link that took the file's place", async () => {
    const resolved = await resolvePath("src/a", root);
    await rm(join(root, "src/a"));
    await symlink(join(outer, "other/a"), join(root, "src/a"));
    await expect(openChecked(resolved, constants.O_RDONLY)).rejects.toThrow(/another file now/);
  });

  it("[PM-4d] notices a folder that was swapped, and does not empty the file there", async () => {
    const resolved = await resolvePath("src/a", root);
    await rename(join(root, "src"), join(root, "old"));
    await symlink(join(outer, "other"), join(root, "src"));
    const flags = constants.O_WRONLY | constants.O_TRUNC;
    await expect(openChecked(resolved, flags)).rejects.toThrow(/another file now/);
    expect(await readFile(join(outer, "other/a"), "utf8")).toBe("secret");
  });

  it("[PM-4] empties the file that was judged", async () => {
    const handle = await openChecked(
      await resolvePath("src/a", root),
      constants.O_WRONLY | constants.O_TRUNC,
    );
    await handle.close();
    expect(await readFile(join(root, "src/a"), "utf8")).toBe("");
  });

  it.skipIf(process.platform === "win32")(
    "[PM-4] refuses a pipe without waiting for its other end",
    async () => {
      execFileSync("mkfifo", [join(root, "pipe")]);
      const resolved = await resolvePath("pipe", root);
      await expect(openChecked(resolved, constants.O_RDONLY)).rejects.toThrow(/no regular file/);
      await expect(openChecked(resolved, constants.O_WRONLY)).rejects.toThrow(/no regular file/);
    },
  );

  it("[PM-4] refuses folders and devices, and says what is missing", async () => {
    await expect(openChecked(await resolvePath("src", root), constants.O_RDONLY)).rejects.toThrow(/folder/);
    await expect(openChecked({ path: "/dev/zero" }, constants.O_RDONLY)).rejects.toThrow(/no regular file/);
    await expect(openChecked(await resolvePath("none", root), constants.O_RDONLY)).rejects.toThrow(
      /does not exist/,
    );
  });
});
