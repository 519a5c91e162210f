// Sets up everything between a fresh clone and a window: packages, Electron, the SQLite binding, system libraries, the build. Each part is
// checked every time and done only if it is missing, so that a second start is quick.
import { lacksDisplay } from "./display.mjs";
import { ensureElectron, napiOf } from "./electron.mjs";
import { ensureNative } from "./native.mjs";
import { ensurePackages } from "./packages.mjs";
import { ensureElectronSystem } from "./system.mjs";

/** Prepares Electron, its system libraries, and the SQLite binding for its Node-API and for this Node's. */
export async function ensureRuntime() {
  const electron = ensureElectron();
  const ownBinding = ensureNative(Number(process.versions.napi));
  const electronsBinding = async () => {
    const napi = await napiOf((await electron).executable);
    await ownBinding;
    await ensureNative(napi);
  };
  const libraries = async () =>
    ensureElectronSystem((await electron).executable, { display: lacksDisplay() });
  await Promise.all([electronsBinding(), libraries()]);
  return electron;
}

/** Sets this clone up. @returns {Promise<import("./electron.mjs").Electron>} the runtime to use */
export async function setUp() {
  await ensurePackages();
  const { ensureBuild } = await import("./build.mjs");
  const [electron] = await Promise.all([ensureRuntime(), ensureBuild()]);
  return electron;
}
