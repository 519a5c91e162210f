import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readEnvironment } from "./environment";

/** Nobody's patience ends by itself: a `git` that a busy machine lets wait is not what is tested. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ["a file", import.meta.filename],
  ["a folder in a file", `${import.meta.filename}/below`],
  ["a name too long for any disk", `/${"x".repeat(5000)}`],
  ["a name that cannot be", "/a\0b"],
])("[SP-1] a workspace in which nothing can be started is no reason not to answer: %s", async (_, root) => {
  const environment = await readEnvironment(root, { now: () => 1 }, new AbortController().signal);
  expect(environment).toMatchObject({ workspace_root: root });
  expect(environment).not.toHaveProperty("git_status");
});

test("[SP-1] a repository that does not answer is named alone after two seconds", async () => {
  const path = process.env.PATH;
  process.env.PATH = `${import.meta.dirname}/../../../e2e/fixtures/slow-git:${path}`;
  try {
    const environment = readEnvironment(tmpdir(), { now: () => 1 }, new AbortController().signal);
    vi.advanceTimersByTime(1999);
    const none = Symbol("not yet");
    expect(await Promise.race([environment, new Promise((resolve) => setImmediate(resolve, none))])).toBe(
      none,
    );
    vi.advanceTimersByTime(1);
    expect(await environment).toMatchObject({ workspace_root: tmpdir() });
    expect(await environment).not.toHaveProperty("git_status");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    process.env.PATH = path;
  }
});

describe("a repository that names programs of its own", () => {
  let root = "";
  let ran = "";
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...args], { cwd: root });
  const status = async () =>
    (await readEnvironment(root, { now: () => 1 }, new AbortController().signal)).git_status;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "braid-git-"));
    ran = join(root, "ran");
    git("init", "-q", "-b", "main");
    writeFileSync(join(root, ".git/info/exclude"), "ran\n");
    writeFileSync(join(root, "file.txt"), "as it was\n");
    writeFileSync(join(root, ".gitattributes"), "*.txt filter=evil.one=x\n");
    git("add", ".");
    git("commit", "-q", "-m", "begun");
    // Touched, so that only its content can tell whether it has changed.
    utimesSync(join(root, "file.txt"), 1, 1);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  test.each([
    ["a filter", ["filter.evil.one=x.clean"]],
    ["a filter that stays", ["filter.evil.one=x.process", "filter.evil.one=x.required"]],
    ["a monitor of files", ["core.fsmonitor"]],
  ])("[SP-1] is looked at, and none of them runs: %s", async (_, names) => {
    for (const name of names) git("config", name, name.endsWith("required") ? "true" : `touch '${ran}'; cat`);
    expect(await status()).toBe("## main");
    expect(existsSync(ran)).toBe(false);
    // Without what we say to it, it would have; what it is told is not what it expects.
    expect(spawnSync("git", ["status"], { cwd: root }).error).toBeUndefined();
    expect(existsSync(ran)).toBe(true);
  });

  test.each([
    ["over ssh", "ssh://nowhere.example/x", "core.sshCommand"],
    ["from a folder", "/", "remote.origin.uploadpack"],
  ])(
    "[SP-1] which lacks an object: the program that would fetch it does not run, %s",
    async (_, url, name) => {
      const tree = git("rev-parse", "HEAD^{tree}").toString().trim();
      git("config", "core.repositoryformatversion", "1");
      git("config", "extensions.partialClone", "origin");
      git("config", "remote.origin.promisor", "true");
      git("config", "remote.origin.url", url);
      git("config", name, `touch '${ran}'; false`);
      rmSync(join(root, ".git/objects", tree.slice(0, 2), tree.slice(2)));
      await status();
      expect(existsSync(ran)).toBe(false);
      // Without what we say to it, git would have run the program.
      spawnSync("git", ["status"], { cwd: root });
      expect(existsSync(ran)).toBe(true);
    },
  );

  test.each([
    ["around this one", ".."],
    ["beside this one", "../other"],
  ])("[SP-1] whose files lie in a folder %s: no names of that folder are told", async (_, folder) => {
    const inner = join(root, "inner");
    for (const made of [inner, join(root, "other")]) mkdirSync(made);
    writeFileSync(join(root, "other/private.txt"), "");
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd: inner });
    execFileSync("git", ["config", "core.worktree", join(inner, folder)], { cwd: inner });
    writeFileSync(join(inner, "own.txt"), "");
    const look = await readEnvironment(inner, { now: () => 1 }, new AbortController().signal);
    expect(look.git_status ?? "").not.toContain("private");
    expect(execFileSync("git", ["status", "--short"], { cwd: inner }).toString()).toMatch(/other|private/);
  });

  test("[SP-1] of a folder in a repository the changes in that folder are told", async () => {
    mkdirSync(join(root, "[a]"));
    writeFileSync(join(root, "[a]/new.txt"), "");
    writeFileSync(join(root, "outer.txt"), "");
    const look = await readEnvironment(join(root, "[a]"), { now: () => 1 }, new AbortController().signal);
    expect(look.git_status).toBe("## main\n?? ./");
  });

  test("[SP-1] on Windows, where its name is that of another computer, it is named and not looked at", async () => {
    const signal = new AbortController().signal;
    // Two slashes are one to this system, so that the repository is there to be looked at.
    const look = (platform: NodeJS.Platform) =>
      readEnvironment(`/${root}`, { now: () => 1 }, signal, platform);
    expect(await look("win32")).not.toHaveProperty("git_status");
    expect(await look("win32")).toMatchObject({ workspace_root: `/${root}` });
    expect((await look("linux")).git_status).toBe("## main");
  });

  test("[SP-1b] what has changed is told as ever", async () => {
    writeFileSync(join(root, "file.txt"), "as it is\n");
    writeFileSync(join(root, "new.txt"), "");
    expect(await status()).toBe("## main\n M file.txt\n?? new.txt");
  });
});
