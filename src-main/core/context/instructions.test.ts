import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CUT, instructionSections, MOST_TOKENS } from "./instructions";
import { toolsSection } from "./system-prompt";
import { estimateTokens } from "./usage";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "braid-instructions-")));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const put = async (path: string, text: string) => {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
};
const names = async (place: Parameters<typeof instructionSections>[0]) =>
  (await instructionSections(place)).map(({ name }) => name);

describe("project instructions", () => {
  it("[SP-1c] are the user's first, then from the repository's root inward", async () => {
    await put("own/AGENTS.md", "Be kind.");
    await put("repo/.git/HEAD", "");
    await put("repo/AGENTS.md", "Use tabs.");
    await put("repo/packages/CLAUDE.md", "Use spaces here.");
    await put("repo/packages/app/CONTEXT.md", "This is the app.");
    const workspace_root = join(root, "repo/packages/app");
    const sections = await instructionSections({ data_dir: join(root, "own"), workspace_root });
    expect(sections.map(({ name }) => name)).toEqual([
      join(root, "own/AGENTS.md"),
      "../../AGENTS.md",
      "../CLAUDE.md",
      "CONTEXT.md",
    ]);
    expect(sections[1]?.text).toBe("# Instructions from ../../AGENTS.md\nUse tabs.");
  });

  it("come from the folder alone where there is no repository", async () => {
    await put("AGENTS.md", "Of somebody else.");
    await put("folder/AGENTS.md", "Mine.");
    expect(await names({ workspace_root: join(root, "folder") })).toEqual(["AGENTS.md"]);
    expect(await names({ workspace_root: join(root, "missing") })).toEqual([]);
    expect(await names({})).toEqual([]);
  });

  it("say the same thing once", async () => {
    await put("folder/AGENTS.md", "Same.\n");
    await put("folder/CLAUDE.md", "Same.");
    expect(await names({ workspace_root: join(root, "folder") })).toEqual(["AGENTS.md"]);
  });

  it("[SP-1c] are capped, and say so; the folder that is worked in is cut last", async () => {
    await put("repo/.git/HEAD", "");
    await put("repo/AGENTS.md", "outer ".repeat(6000));
    await put("repo/app/AGENTS.md", "inner ".repeat(3000));
    const sections = await instructionSections({ workspace_root: join(root, "repo/app") });
    expect(sections.map(({ name }) => name)).toEqual([`../AGENTS.md${CUT}`, "AGENTS.md"]);
    expect(sections[0]?.text).toMatch(/The rest is left out/);
    const all = sections.reduce((sum, { text }) => sum + text.length, 0);
    expect(estimateTokens(all)).toBeLessThan(MOST_TOKENS + 100);
  });

  it("[PM-4] never follow a link out of their folder, or to a secret in it", async () => {
    await put("secret", "s3cret");
    await mkdir(join(root, "folder"));
    await symlink(join(root, "secret"), join(root, "folder/AGENTS.md"));
    await mkdir(join(root, "folder/CLAUDE.md"));
    await put("folder/.env", "TOKEN=s3cret");
    await symlink(join(root, "folder/.env"), join(root, "folder/CONTEXT.md"));
    expect(await names({ workspace_root: join(root, "folder") })).toEqual([]);
  });
});

describe("the catalogue of tools", () => {
  const read = { name: "read", description: "Reads a file. It may be long." };

  it("[SP-1c] names the folder and each tool in a sentence", () => {
    const { name, text } = toolsSection([read], "/home/ada/project");
    expect(name).toBe("tools");
    expect(text).toContain("/home/ada/project");
    expect(text.split("\n").at(-1)).toBe("- read: Reads a file.");
  });

  it("speaks of commands where they can run, and says where they cannot", () => {
    const bash = { name: "bash", description: "Runs a command." };
    expect(toolsSection([read, bash], "/home/ada").text).toContain("keep commands simple");
    expect(toolsSection([read], "/home/ada").text).not.toContain("keep commands simple");
    expect(toolsSection([read], "/home/ada").text).toContain("You cannot run commands here.");
  });

  it("is not there without tools", () => {
    expect(toolsSection([], "/home/ada/project").text).toBe("");
    expect(toolsSection([read], undefined).text).toBe("");
  });
});
