// Installs the packages of the lockfile unless node_modules holds exactly those.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { npmFetch } from "./processes.mjs";
import { Problem, step } from "./progress.mjs";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The scripts' memory of this clone; ignored by git. */
export const STATE = join(ROOT, ".cache");

const OLDEST_NODE = [20, 19];
/** Exists from before an installation until it is whole. */
const unfinished = join(STATE, "installing");

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Locked */
/** @param {string} file @returns {Promise<Record<string, Locked>>} */
const packagesOf = async (file) => JSON.parse(await readFile(file, "utf8")).packages;

/**
 * Compares the installed packages with the lockfile. npm writes its own copy of the lockfile into node_modules at the end, and that copy,
 * not the folders, says what is installed. Only our lockfile lists packages for other platforms.
 */
async function isInstalled() {
  if (existsSync(unfinished)) return false;
  const present = await packagesOf(join(ROOT, "node_modules/.package-lock.json")).catch(() => undefined);
  if (!present) return false;
  const wanted = await packagesOf(join(ROOT, "package-lock.json"));
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === "") return true;
    const found = present[path];
    if (!found) return Boolean(optional || devOptional);
    return found.version === version && found.integrity === integrity;
  });
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [needMajor = 0, needMinor = 0] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new Problem(
    `Node ${process.versions.node} is too old.`,
    `Install Node ${OLDEST_NODE.join(".")} or newer (22 or newer is best: it needs no compiler).`,
  );
}

/** Makes node_modules agree with package-lock.json. An interrupted installation is done again. */
export async function ensurePackages() {
  checkNode();
  if (await isInstalled()) return;
  await withLock(join(STATE, "install.lock"), "install packages", async () => {
    if (await isInstalled()) return;
    await mkdir(STATE, { recursive: true });
    await writeFile(unfinished, "");
    await step("Installing packages (npm ci)", () =>
      npmFetch(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
        cwd: ROOT,
        todo: "Check that the npm registry is reachable (npm ping), then run this again.",
      }),
    );
    await rm(unfinished);
  });
}
