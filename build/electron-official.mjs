// Electron as its makers publish it: the binary that the `electron` package fetches at first use.
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { withLock, writeWhole } from "./lock.mjs";
import { userCacheDir } from "./native-path.mjs";
import { ROOT, STATE } from "./packages.mjs";
import { run } from "./processes.mjs";
import { say, step } from "./progress.mjs";

const PROBE_MS = 6_000;
const REMEMBER_MS = 12 * 60 * 60 * 1000;
const home = join(ROOT, "node_modules/electron");
const unreachable = join(userCacheDir(), "electron/official-unreachable");

/** The path of the executable inside an Electron folder. */
export const executableName =
  process.platform === "darwin"
    ? "Electron.app/Contents/MacOS/Electron"
    : process.platform === "win32"
      ? "electron.exe"
      : "electron";

/** Returns the version that package-lock.json names. */
async function declaredVersion() {
  return /** @type {string} */ (JSON.parse(await readFile(join(home, "package.json"), "utf8")).version);
}

/** Returns the official executable if it is whole: its installer writes path.txt last. */
export async function installedOfficial() {
  const executable = join(home, "dist", executableName);
  const [path, version] = await Promise.all([
    readFile(join(home, "path.txt"), "utf8").catch(() => ""),
    readFile(join(home, "dist/version"), "utf8").catch(() => ""),
  ]);
  const whole = path === executableName && version.replace(/^v/, "").trim() === (await declaredVersion());
  return whole && existsSync(executable) ? executable : undefined;
}

/** Returns the folder where @electron/get keeps its downloads. */
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

/** Returns the address of the download. @param {string} version @param {string} artifact */
function addressOf(version, artifact) {
  const mirror =
    process.env.ELECTRON_MIRROR ||
    process.env.npm_config_electron_mirror ||
    "https://github.com/electron/electron/releases/download/";
  return `${mirror}v${version}/${artifact}`;
}

/**
 * Asks for one byte of the download, so that an unreachable address costs seconds and not minutes.
 * @param {string} address
 */
async function isReachable(address) {
  // These variables send the download elsewhere or through a proxy, which this probe cannot follow.
  if (process.env.ELECTRON_GET_USE_PROXY || process.env.ELECTRON_CUSTOM_DIR) return true;
  try {
    const signal = AbortSignal.timeout(PROBE_MS);
    const answer = await fetch(address, { headers: { range: "bytes=0-0" }, signal });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** @param {string} address */
async function failedLately(address) {
  const [seen, at] = (await readFile(unreachable, "utf8").catch(() => "")).split(" ");
  return seen === address && Date.now() - Number(at) < REMEMBER_MS;
}

/** Runs the package's own installer, which checks its download. */
async function install() {
  // An interrupted installation leaves these. path.txt marks a whole one, so it goes first.
  await rm(join(home, "path.txt"), { force: true });
  await rm(join(home, "dist"), { recursive: true, force: true });
  await run(process.execPath, [join(home, "install.js")]);
}

/**
 * Downloads the official Electron if it can be reached.
 * @returns {Promise<string | undefined>} its executable, or undefined where it is out of reach
 */
export async function downloadOfficial() {
  const version = await declaredVersion();
  const artifact = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  const address = addressOf(version, artifact);
  const here = await isDownloaded(artifact);
  if (!here && (await failedLately(address))) return undefined;
  return withLock(join(STATE, "electron.lock"), "download Electron", async () => {
    const installed = await installedOfficial();
    if (installed) return installed;
    try {
      if (!here && !(await step("Looking for Electron's download", () => isReachable(address)))) {
        throw new Error(`${new URL(address).host} does not answer, or does not have it.`);
      }
      await step(`Downloading Electron ${version}`, install);
    } catch (error) {
      await writeWhole(unreachable, `${address} ${Date.now()}`);
      say(`Electron ${version} could not be downloaded: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
    return installedOfficial();
  });
}
