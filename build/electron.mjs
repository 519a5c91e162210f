// Finds the Electron that this machine uses, and fetches it if it is missing. `node build/electron.mjs` prints the path of its executable,
// or fails with the reason.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { installedFallback, installFallback, servesThisMachine } from "./electron-fallback.mjs";
import { downloadOfficial, executableName, installedOfficial } from "./electron-official.mjs";
import { PACKAGED_BINDING_NAPI } from "./native-path.mjs";
import { ensurePackages } from "./packages.mjs";
import { Problem, script } from "./progress.mjs";

/** @typedef {{ executable: string, source: "override" | "official" | "fallback" }} Electron */

const OVERRIDE = "ELECTRON_OVERRIDE_DIST_PATH";
/** The first Electron whose Node-API fits the packaged SQLite binding, and the Node-API of older ones. */
const FIRST_WITH_NAPI_10 = 36;
const OLDER_NAPI = 9;

/** @param {string} folder @returns {Electron} */
function overridden(folder) {
  const executable = join(resolve(folder), executableName);
  if (existsSync(executable)) return { executable, source: "override" };
  throw new Problem(
    `${OVERRIDE} is ${folder}, which holds no ${executableName}.`,
    `Point ${OVERRIDE} at a folder with an unpacked Electron, or unset it.`,
  );
}

/** Finds or fetches the Electron. Needs node_modules: call ensurePackages() first. @returns {Promise<Electron>} */
export async function ensureElectron() {
  const override = process.env[OVERRIDE];
  if (override) return overridden(override);
  const official = (await installedOfficial()) ?? (await downloadOfficial());
  if (official) return { executable: official, source: "official" };
  if (!servesThisMachine) {
    throw new Problem(
      "Electron's download is out of reach, and for this platform there is no other source.",
      `Allow https://github.com (or set ELECTRON_MIRROR), or unpack an Electron yourself and set ${OVERRIDE}.`,
    );
  }
  return { executable: installedFallback() ?? (await installFallback()), source: "fallback" };
}

/** Returns the folder that an Electron was unpacked into. @param {string} executable */
export const distOf = (executable) => resolve(executable, ...executableName.split("/").map(() => ".."));

/** Returns the Node-API version inside an Electron. @param {string} executable */
export async function napiOf(executable) {
  const version = await readFile(join(distOf(executable), "version"), "utf8").catch(() => "");
  const major = Number.parseInt(version.replace(/^v/, ""), 10);
  return major < FIRST_WITH_NAPI_10 ? OLDER_NAPI : PACKAGED_BINDING_NAPI;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await script(async () => {
    await ensurePackages();
    console.log((await ensureElectron()).executable);
  });
}
