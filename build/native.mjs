// Compiles the SQLite binding for runtimes that cannot load the packaged one. The packaged one needs Node-API 10, and crashes an older
// process (Node 20, Electron 33). One compilation serves both, and every clone. `node build/native.mjs` compiles if need be; with
// `--print` it only prints which binding this Node uses.
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { compiledBindingPath, nativeBindingPath, PACKAGED_BINDING_NAPI } from "./native-path.mjs";
import { ensurePackages, ROOT } from "./packages.mjs";
import { run } from "./processes.mjs";
import { Problem, script, step } from "./progress.mjs";
import { ensureCompiler } from "./system.mjs";

const require = createRequire(import.meta.url);
const TODO =
  "Node 22 or newer together with the official Electron needs no compiling; else read the lines above.";

/** Returns the folder of the headers that came with this Node. Without them node-gyp downloads some. */
async function headersOf() {
  for (const prefix of [resolve(process.execPath, "../.."), "/usr"]) {
    const header = await readFile(join(prefix, "include/node/node_version.h"), "utf8").catch(() => "");
    const major = /#define NODE_MAJOR_VERSION (\d+)/.exec(header)?.[1];
    if (major && process.versions.node.startsWith(`${major}.`)) return prefix;
  }
  return undefined;
}

/** Copies the package and sets the copy to the Node-API of older runtimes. @param {string} folder */
async function copySources(folder) {
  const modules = join(ROOT, "node_modules");
  await cp(join(modules, "better-sqlite3"), folder, { recursive: true });
  await cp(join(modules, "node-addon-api"), join(folder, "node_modules/node-addon-api"), { recursive: true });
  const file = join(folder, "binding.gyp");
  const recipe = await readFile(file, "utf8");
  const declared = `'NAPI_VERSION=${PACKAGED_BINDING_NAPI}'`;
  if (!recipe.includes(declared)) {
    throw new Problem(
      "better-sqlite3 is built differently in this release.",
      "Adapt copySources in build/native.mjs.",
    );
  }
  const older = "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'";
  await writeFile(file, recipe.replace(declared, older));
}

/** Opens a database with the binding in a separate process, which a wrong binding would crash. @param {string} binding */
async function tryOut(binding) {
  const code =
    "new (require('better-sqlite3'))(':memory:', { nativeBinding: process.argv[1] }).exec('SELECT 1')";
  await run(process.execPath, ["-e", code, binding], { cwd: ROOT, todo: TODO });
}

/** Removes the leftovers of an interrupted run. Called with the lock held. @param {string} target */
async function removeLeftovers(target) {
  const folder = dirname(target);
  const leftovers = (await readdir(folder)).filter((name) =>
    name.startsWith(`${basename(target)}.compiling-`),
  );
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** @param {string} target */
async function compile(target) {
  await ensureCompiler();
  await removeLeftovers(target);
  const workspace = await mkdtemp(`${target}.compiling-`);
  try {
    await step("Compiling SQLite for this Node (once, a minute or two)", async () => {
      await copySources(workspace);
      const headers = await headersOf();
      const nodeGyp = require.resolve("node-gyp/bin/node-gyp.js");
      const args = [
        nodeGyp,
        "rebuild",
        "--release",
        "--force_build=1",
        ...(headers ? [`--nodedir=${headers}`] : []),
      ];
      await run(process.execPath, args, { cwd: workspace, todo: TODO, env: { ...process.env, JOBS: "max" } });
      const binding = join(workspace, "build/Release/better_sqlite3.node");
      if (Number(process.versions.napi) < PACKAGED_BINDING_NAPI) await tryOut(binding);
      await rename(binding, target);
    });
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

/**
 * Makes sure that there is a binding for runtimes of a Node-API version. Needs node_modules.
 * @param {number} napi
 */
export async function ensureNative(napi) {
  const target = compiledBindingPath(napi);
  if (napi >= PACKAGED_BINDING_NAPI || existsSync(target)) return;
  await withLock(`${target}.lock`, "compile SQLite", async () => {
    if (!existsSync(target)) await compile(target);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await script(async () => {
    if (process.argv.includes("--print")) {
      const binding = nativeBindingPath();
      if (binding) console.log(binding);
      return;
    }
    await ensurePackages();
    await ensureNative(Number(process.versions.napi));
  });
}
