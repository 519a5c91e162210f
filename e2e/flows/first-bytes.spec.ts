/** Weighs the code that is read before one can type into a window: every start waits for each package that slips in there. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const out = fileURLToPath(new URL("../../out", import.meta.url));
const bytes = (files: string[]) => files.reduce((sum, file) => sum + statSync(file).size, 0);

/** A script and all it imports before its first line runs. What `import()` loads comes later. */
function withImports(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^import\s*(?:[^"'();]*?from\s*)?"(\.[^"]+)"/gm);
  return [file, ...[...imports].flatMap(([, path = ""]) => withImports(join(dirname(file), path), seen))];
}

function filesOf(page: string, pattern: RegExp): string[] {
  const html = readFileSync(page, "utf8");
  return [...html.matchAll(pattern)].map(([, path = ""]) => join(dirname(page), path));
}

test("main begins with less than a megabyte of script: no provider's package, no SDK, no engine of turns", () => {
  const scripts = withImports(join(out, "main/index.js"));
  expect(scripts.length).toBeGreaterThan(1);
  expect(bytes(scripts)).toBeLessThan(1024 * 1024);
  const later = readdirSync(join(out, "main"), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(out, "main", name))
    .filter((file) => !scripts.includes(file));
  for (const name of ["function createAnthropic(", "function streamText(", "function runTurn("]) {
    const inThem = (files: string[]) => files.filter((file) => readFileSync(file, "utf8").includes(name));
    expect(inThem(scripts), name).toEqual([]);
    // By that name it is there at all.
    expect(inThem(later), name).not.toEqual([]);
  }
});

test("scripts of main that make a `require` of their own can be loaded: the bundler declares one, too", () => {
  const scripts = readdirSync(join(out, "main"))
    .filter((file) => file.endsWith(".js"))
    .map((name) => ({ name, input: readFileSync(join(out, "main", name), "utf8") }))
    .filter(({ input }) => input.includes("createRequire("));
  expect(scripts.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^all-tools-/));
  for (const { name, input } of scripts) {
    const read = spawnSync(process.execPath, ["--check", "--input-type=module"], { input, encoding: "utf8" });
    expect(read.stderr, name).toBe("");
  }
});

test("the page begins with one script and one style sheet, within their measure", () => {
  const page = join(out, "renderer/index.html");
  const scripts = filesOf(page, /<(?:script|link)[^>]*(?:src|href)="([^"]+\.js)"/g);
  const styles = filesOf(page, /<link[^>]*href="([^"]+\.css)"/g);
  // A further one could only be the bundler's own, of half a kilobyte.
  expect(scripts.filter((file) => statSync(file).size > 2000)).toHaveLength(1);
  expect(bytes(scripts)).toBeLessThan(400_000);
  expect(styles).toHaveLength(1);
  expect(bytes(styles)).toBeLessThan(45_000);
});
