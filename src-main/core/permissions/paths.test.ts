import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needOfPath, protectedBecause, resolvePath } from "./paths";

let outer: string;
let root: string;

beforeAll(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), "braid-paths-")));
  root = join(outer, ".braid/work");
  await mkdir(join(root, "src"), { recursive: true });
  await writeFile(join(root, "src/a"), "x");
  await writeFile(join(outer, "secret"), "x");
  await symlink(join(outer, "secret"), join(root, "link"));
  await symlink(join(outer, "new"), join(root, "dangling"));
  await symlink("src", join(root, "fine"));
  await symlink("loop", join(root, "loop"));
  await symlink("/proc/self/cwd", join(root, "own"));
});
afterAll(() => rm(outer, { recursive: true, force: true }));

describe("resolving a path", () => {
  it("[PM-4c] follows links, also where they lead to nothing", async () => {
    expect(await resolvePath("fine/a", root)).toEqual({
      path: join(root, "src/a"),
      inside: true,
      exists: true,
    });
    expect(await resolvePath("link", root)).toEqual({
      path: join(outer, "secret"),
      inside: false,
      exists: true,
    });
    expect(await resolvePath("dangling", root)).toEqual({
      path: join(outer, "new"),
      inside: false,
      exists: false,
    });
  });

  it("[PM-4c] finds the place of what does not exist through its parents", async () => {
    expect(await resolvePath("fine/x/y", root)).toEqual({
      path: join(root, "src/x/y"),
      inside: true,
      exists: false,
    });
    expect(await resolvePath("src/x/../a", root)).toMatchObject({ path: join(root, "src/a"), inside: true });
    expect(await resolvePath("", root).catch(String)).toMatch(/empty/);
  });

  it("[PM-4] goes up from where a link leads", async () => {
    expect(await resolvePath("link/../x", root)).toMatchObject({ path: join(outer, "x"), inside: false });
    expect(await resolvePath("fine/../src/a", root)).toMatchObject({ path: join(root, "src/a") });
    expect(await resolvePath("../work/src/a", root)).toMatchObject({ inside: true });
    expect(await resolvePath("../worker", root)).toMatchObject({ inside: false });
  });

  it("[PM-4] refuses what no path can be, in words for the model", async () => {
    await expect(resolvePath("a\0b", root)).rejects.toThrow(/NUL/);
    await expect(resolvePath("loop", root)).rejects.toThrow(/links/);
    await expect(resolvePath("a".repeat(300), root)).rejects.toThrow(/too long/);
    await expect(resolvePath("a/".repeat(3000), root)).rejects.toThrow(/4096/);
  });

  it("[PM-4] does not look at the system's own folders", async () => {
    expect(await resolvePath("/proc/self/root/x", root)).toMatchObject({ path: "/proc/self/root/x" });
    expect(await resolvePath("own/x", root)).toEqual({
      path: "/proc/self/cwd/x",
      inside: false,
      exists: true,
    });
    expect(await resolvePath("~/x", root)).toMatchObject({ inside: false });
    expect((await resolvePath("~", root)).path).toBe(await realpath(homedir()));
    expect(await resolvePath("~x", root)).toMatchObject({ path: join(root, "~x"), inside: true });
  });

  it("[PM-4] only the names below the workspace protect, and those of a path outside", async () => {
    expect(await resolvePath("src/a", root)).not.toHaveProperty("protected");
    expect(await resolvePath("src/.env", root)).toMatchObject({ protected: true });
    expect(await resolvePath("../x", root)).toMatchObject({ protected: true });
    expect(await resolvePath(".vscode/x", root)).toMatchObject({ runs_later: true });
  });
});

describe("the need of a path", () => {
  const inside = { path: "/w/a", inside: true, exists: true };

  it("[PM-4] reading in the folder is safe, changing is not", () => {
    expect(needOfPath("read", inside)).toEqual({ permission: "read", target: "/w/a", safe: true });
    expect(needOfPath("edit", inside)).toEqual({ permission: "edit", target: "/w/a" });
  });

  it("[PM-4] the gravest doubt counts", () => {
    expect(needOfPath("read", { ...inside, inside: false }).unsure).toBe("outside");
    expect(needOfPath("read", { ...inside, inside: false, protected: true }).unsure).toBe("protected");
    expect(needOfPath("read", { ...inside, runs_later: true }).unsure).toBeUndefined();
    expect(needOfPath("edit", { ...inside, runs_later: true }).unsure).toBe("protected");
    expect(needOfPath("edit", { ...inside, network: true, protected: true }).unsure).toBe("network-path");
  });
});

describe("protected paths", () => {
  it.each([
    ...[".env", "a/.env.local", ".envrc", ".ssh/known_hosts", ".aws/x", ".gnupg", ".netrc", ".npmrc"],
    ...[".git/config", ".git", "a/.git/hooks/x", "k.pem", "id_rsa", "id_rsa.pub", "Library/Keychains/x"],
    ...[".bash_history", "x/.zsh_history", ".config/gh/hosts.yml", ".cargo/credentials.toml", ".vault-token"],
    ...[".mozilla/firefox/x", ".config/google-chrome/Default/Cookies", ".config/chromium/x"],
    ...["Library/Application Support/Google/Chrome/x", "AppData\\Local\\Google\\Chrome\\User Data\\x"],
    ...[".braid/x", ".GIT/config", ".git./config", ".git /config", ".git::$INDEX/x", "GIT~1/x", "a\\.env"],
  ])("[PM-4] %j is a secret", (path) => expect(protectedBecause(path, "read")).toBe("secret"));

  it.each([
    ...[".vscode/tasks.json", ".husky/x", ".bashrc", "a/.zshrc", "node_modules/.bin/x", ".mcp.json"],
    ...[".github/workflows/x.yml", ".gitattributes", ".xprofile", ".xinitrc", ".config/environment.d/a.conf"],
    ...[".local/bin/git", ".local/share/applications/a.desktop", ".config/nvim/init.lua", ".zed/tasks.json"],
    ...[".cargo/config.toml", ".mise.toml", ".codex/config.toml", ".gemini/settings.json"],
  ])("[PM-4] %j runs later", (path) => {
    expect(protectedBecause(path, "edit")).toBe("runs-later");
    expect(protectedBecause(path, "read")).toBeUndefined();
  });

  it.each([
    "src/a.ts",
    ".env.example",
    ".gitignore",
    ".github/x",
    "env",
    "history",
    "a_history",
    "node_modules/x",
    "git",
    "..",
    ".",
  ])("[PM-4] %j is nothing special", (path) => expect(protectedBecause(path, "edit")).toBeUndefined());
});
