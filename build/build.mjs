// Builds out/ if the sources or the output have changed since the last build. `npm run build` always builds.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock, writeWhole } from "./lock.mjs";
import { ensurePackages, ROOT, STATE } from "./packages.mjs";
import { run } from "./processes.mjs";
import { script, step } from "./progress.mjs";

const SOURCES = [
  ...["src-main", "src-preload", "src-renderer", "resources/locales"],
  ...["native-path", "css-layers", "diagram-frame", "first-script"].map((name) => `build/${name}.mjs`),
];
const RECIPE = ["electron.vite.config.ts", "package.json", "package-lock.json"];
const OUTPUT = join(ROOT, "out");
const ENTRIES = ["main/index.js", "preload/index.cjs", "renderer/index.html"];
const stamp = join(STATE, "build.json");

/** Returns every file below some paths, sorted. @param {string[]} paths */
async function filesBelow(paths) {
  const found = await Promise.all(
    paths.map(async (path) => {
      if (!existsSync(path)) return [];
      if ((await stat(path)).isFile()) return [path];
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  return found.flat().sort();
}

async function sourceHash() {
  const hash = createHash("sha256");
  for (const file of await filesBelow([...SOURCES, ...RECIPE].map((path) => join(ROOT, path)))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    hash.update(file).update(await readFile(file));
  }
  return hash.digest("hex");
}

/** Hashes the sizes and times of the output. They tell a foreign or interrupted build from the one that was stamped. */
async function outputHash() {
  const hash = createHash("sha256");
  for (const file of await filesBelow([OUTPUT])) {
    const { size, mtimeMs } = await stat(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

async function isFresh() {
  if (!ENTRIES.every((entry) => existsSync(join(OUTPUT, entry)))) return false;
  const stamped = await readFile(stamp, "utf8").then(JSON.parse, () => ({}));
  return stamped.sources === (await sourceHash()) && stamped.output === (await outputHash());
}

/**
 * Makes sure that out/ is up to date. Needs node_modules.
 * @param {{ force?: boolean }} [options]
 */
export async function ensureBuild({ force = false } = {}) {
  if (!force && (await isFresh())) return;
  await withLock(join(STATE, "build.lock"), "build the app", async () => {
    if (!force && (await isFresh())) return;
    await rm(stamp, { force: true });
    const sources = await sourceHash();
    await step("Building the app", () =>
      run(process.execPath, [join(ROOT, "node_modules/electron-vite/bin/electron-vite.js"), "build"], {
        cwd: ROOT,
        todo: "Mend what the lines above name, then run this again.",
      }),
    );
    await writeWhole(stamp, JSON.stringify({ sources, output: await outputHash() }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await script(async () => {
    await ensurePackages();
    await ensureBuild({ force: true });
  });
}
