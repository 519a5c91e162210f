import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { saying } from "../../e2e/fixtures/saying";
import { kindOf, readDataFile, wordsFor } from "./data-file";
import { fileProblem, folderProblem, lookAtDataFolder } from "./data-folder";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "braid-files-"));
  path = join(folder, "one.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

const MIB = 1024 * 1024;
const STRANGE: [name: string, make: () => void, words: string][] = [
  ["a folder", () => mkdirSync(path), "is a folder"],
  ["a pipe", () => execFileSync("mkfifo", [path]), "is no ordinary file"],
  ["a device that never ends", () => symlinkSync("/dev/zero", path), "is no ordinary file"],
  ["a device that is empty", () => symlinkSync("/dev/null", path), "is no ordinary file"],
  ["a link to nothing", () => symlinkSync(join(folder, "nowhere"), path), "not there"],
  ["a link to itself", () => symlinkSync(path, path), "leads to itself"],
  ["a link to a folder", () => symlinkSync(folder, path), "is a folder"],
  ["a file of 60 MB", () => [writeFileSync(path, ""), truncateSync(path, 60 * MIB)], "is larger than 1 MB"],
];

describe("reading a file of the data folder", () => {
  test.each(STRANGE)("%s is not read, and is told", (_, make, words) => {
    make();
    const read = readDataFile(path, MIB);
    expect(read.is === "unusable" && wordsFor(read)).toEqual(saying(words));
  });

  test("a socket is not read", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(readDataFile(path, MIB)).toEqual({ is: "unusable", why: "special" });
    await new Promise((resolve) => server.close(resolve));
  });

  test("none is none; one is read whole, through a link too, without its byte order mark", () => {
    expect(readDataFile(path, MIB)).toEqual({ is: "missing" });
    writeFileSync(path, '\uFEFF{"ü": 1}');
    expect(readDataFile(path, MIB)).toEqual({ is: "text", text: '{"ü": 1}' });
    symlinkSync(path, join(folder, "link"));
    expect(readDataFile(join(folder, "link"), MIB)).toEqual({ is: "text", text: '{"ü": 1}' });
    writeFileSync(path, "x".repeat(MIB));
    expect(readDataFile(path, MIB)).toMatchObject({ is: "text" });
    writeFileSync(path, "");
    expect(readDataFile(path, MIB)).toEqual({ is: "text", text: "" });
  });

  test("a file that says it is empty and is not, as those of the kernel, is read no further than it says", () => {
    const read = readDataFile("/proc/self/status", MIB);
    expect(read.is === "text" && read.text.length).toBeLessThan(2);
  });
});

describe("what stands in the data folder", () => {
  test("is quiet where all is as it should be, and where nothing is there yet", () => {
    expect(lookAtDataFolder(folder)).toEqual([]);
    for (const name of ["logs", "backups", "chromium"]) mkdirSync(join(folder, name));
    for (const name of ["secrets.json", "models-cache.json", "logs/braid.log"])
      writeFileSync(join(folder, name), "");
    expect(lookAtDataFolder(folder)).toEqual([]);
    expect(kindOf(folder)).toBe("folder");
  });

  test.each([
    ["secrets.json", () => mkdirSync(join(folder, "secrets.json")), "secrets.json is a folder", "keys again"],
    [
      "models-cache.json",
      () => symlinkSync("x", join(folder, "models-cache.json")),
      "is a link to",
      "asked for anew",
    ],
    ["braid.db-witness", () => mkdirSync(join(folder, "braid.db-witness")), "is a folder", "goes missing"],
    [
      "backups",
      () => writeFileSync(join(folder, "backups"), ""),
      "is a file where a folder",
      "No backup can be made",
    ],
    [
      "logs",
      () => symlinkSync(tmpdir(), join(folder, "logs")),
      "is a link to another folder",
      "not written down",
    ],
    [
      "chromium",
      () => writeFileSync(join(folder, "chromium"), ""),
      "is a file where a folder",
      "is gone when Braid",
    ],
    [
      "logs/braid.log",
      () => mkdirSync(join(folder, "logs/braid.log"), { recursive: true }),
      "logs/braid.log is a folder",
      "not written down",
    ],
  ])("%s in another form is told, with what it costs and the way on", (name, make, message, hint) => {
    make();
    const notices = lookAtDataFolder(folder);
    expect(notices).toEqual([{ message: saying(message), hint: saying(hint) }]);
    expect(notices[0]?.hint).toEqual(saying(`Move ${name} away`));
  });

  test("a folder that is linked may hold what is Braid's alone to make there, not what it deletes", () => {
    symlinkSync(tmpdir(), path);
    expect(folderProblem(path)).toBeUndefined();
    expect(folderProblem(path, { own: true })).toEqual({ key: "file.elsewhere" });
    expect(fileProblem(path)).toEqual({ key: "file.folder" });
    chmodSync(folder, 0o700);
  });
});
