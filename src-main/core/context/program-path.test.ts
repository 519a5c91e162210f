import { expect, test } from "vitest";
import { programOnPath } from "./program-path";

const among =
  (...files: string[]) =>
  async (file: string) =>
    files.includes(file);

test("Windows: a git.exe of the folder is never found, nor one on the folder's drive or below it", async () => {
  const git = "C:\\Program Files\\Git\\cmd\\git.exe";
  const path = ';.;bin;\\tools;C:tools;C:\\Windows;"C:\\Program Files\\Git\\cmd"';
  const inFolder = ["git.exe", ".\\git.exe", "bin\\git.exe", "\\tools\\git.exe", "C:tools\\git.exe"];
  expect(await programOnPath("git", path, "win32", among(...inFolder, git))).toBe(git);
  expect(await programOnPath("git", path, "win32", among(...inFolder))).toBeUndefined();
  // A script of that name is no program.
  expect(await programOnPath("git", path, "win32", among("C:\\Windows\\git"))).toBeUndefined();
});

test("elsewhere: an empty or relative entry of PATH, which is the folder, is passed over", async () => {
  const inFolder = ["git", "bin/git", "./git"];
  expect(
    await programOnPath("git", ":.:bin:/opt/bin:/usr/bin", "linux", among(...inFolder, "/usr/bin/git")),
  ).toBe("/usr/bin/git");
  expect(await programOnPath("git", ":.:bin", "linux", among(...inFolder))).toBeUndefined();
  expect(await programOnPath("git", undefined, "linux", async () => true)).toBeUndefined();
});

test("a folder of that name, or a file that cannot be run, is no program", async () => {
  expect(await programOnPath("context", `${import.meta.dirname}/..`)).toBeUndefined();
  expect(await programOnPath("program-path.ts", import.meta.dirname)).toBeUndefined();
});
