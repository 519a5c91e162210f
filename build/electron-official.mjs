// Electron as its makers publish it: the binary that the `electron` package fetches on first use.
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { writeWhole } from "./lock.mjs";
import { userCacheDir } from "./native-path.mjs";
import { ROOT } from "./packages.mjs";
import { run } from "./processes.mjs";
import { say, step } from "./progress.mjs";

const PROBE_MS = 6_000;
const REMEMBER_MS = 12 * 60 * 60 * 1000;
const home = join(ROOT, "node_modules/electron");
const unreachable = join(userCacheDir(), "electron/official-unreachable");

/** Where the executable is inside an Electron folder. */
export const executableName =
  process.platform === "darwin"
    ? "Electron.app/Contents/MacOS/Electron"
    : process.platform === "win32"
      ? "electron.exe"
      : "electron";

/** The version that package-lock.json names. */
export async function declaredVersion() {
  return /** @type {string} */ (JSON.parse(await readFile(join(home, "package.json"), "utf8")).version);
}

/** The official executable if all of it is there: its installer writes path.txt last. */
export async function installedOfficial() {
  const executable = join(home, "dist", executableName);
  const [path, version] = await Promise.all([
    readFile(join(home, "path.txt"), "utf8").catch(() => ""),
    readFile(join(home, "dist/version"), "utf8").catch(() => ""),
  ]);
  const whole = path === executableName && version.replace(/^v/, "").trim() === (await declaredVersion());
  return whole && existsSync(executable) ? executable : undefined;
}

/** Where @electron/get keeps what it has downloaded. */
function downloadCache() {
  if (process.env.electron_config_cache) return process.env.electron_config_cache;
  if (process.platform === "darwin") return join(homedir(), "Library/Caches/electron");
  if (process.platform === "win32") return join(process.env.LOCALAPPDATA ?? homedir(), "electron/Cache");
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "electron");
}

/** @param {string} artifact */
async function isDownloaded(artifact) {
  const folders = await readdir(downloadCache()).catch(() => []);
  return folders.some((folder) => existsSync(join(downloadCache(), folder, artifact)));
}

/**
 * Asks for one byte of the download, so that a network without it costs seconds and not minutes.
 * @param {string} version
 * @param {string} artifact
 */
async function isReachable(version, artifact) {
  // These send the download elsewhere or through a proxy, which this probe cannot follow.
  if (process.env.ELECTRON_GET_USE_PROXY || process.env.ELECTRON_CUSTOM_DIR) return true;
  const mirror =
    process.env.ELECTRON_MIRROR ||
    process.env.npm_config_electron_mirror ||
    "https://github.com/electron/electron/releases/download/";
  try {
    const answer = await fetch(`${mirror}v${version}/${artifact}`, {
      headers: { range: "bytes=0-0" },
      signal: AbortSignal.timeout(PROBE_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** @param {string} version */
async function foundUnreachableLately(version) {
  const [seen, at] = (await readFile(unreachable, "utf8").catch(() => "")).split(" ");
  return seen === version && Date.now() - Number(at) < REMEMBER_MS;
}

/**
 * Downloads the official Electron where it can be reached.
 * @returns {Promise<string | undefined>} its executable, or undefined where it is out of reach
 */
export async function downloadOfficial() {
  const version = await declaredVersion();
  const artifact = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  if (!(await isDownloaded(artifact))) {
    if (await foundUnreachableLately(version)) return undefined;
    const reachable = await step("Looking for Electron's download", () => isReachable(version, artifact));
    if (!reachable) {
      await writeWhole(unreachable, `${version} ${Date.now()}`);
      say(`Electron ${version} cannot be downloaded from its makers here (asked for ${PROBE_MS / 1000} s).`);
      return undefined;
    }
  }
  // An interrupted unpacking leaves these, and path.txt is what says "whole".
  await rm(join(home, "path.txt"), { force: true });
  await rm(join(home, "dist"), { recursive: true, force: true });
  try {
    await step(`Downloading Electron ${version}`, () => run(process.execPath, [join(home, "install.js")]));
  } catch (error) {
    say(`Electron ${version} could not be downloaded: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
  return installedOfficial();
}
