// The path of this machine's SQLite binding, for the build scripts, for the unit tests and, bundled, for the app itself. Imports only
// Node's own modules.
import { homedir } from "node:os";
import { join } from "node:path";

/** The release that package.json pins; a unit test compares the two. */
export const BETTER_SQLITE3_VERSION = "13.2.0";

/** The first Node-API version that can load the packaged binding. On an older one the binding crashes the process. */
export const PACKAGED_BINDING_NAPI = 10;

/** Returns Braid's folder in the user's cache. It outlives node_modules, and all clones of the repository share it. */
export function userCacheDir() {
  if (process.platform === "win32") {
    return join(process.env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "braid", "Cache");
  }
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "braid");
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "braid");
}

/**
 * Returns the path of the binding compiled for a Node-API version, even before it exists.
 * @param {number} napi
 */
export function compiledBindingPath(napi) {
  const name = `better-sqlite3-${BETTER_SQLITE3_VERSION}-napi${napi}-${process.platform}-${process.arch}.node`;
  return join(userCacheDir(), "native", name);
}

/**
 * Returns the `nativeBinding` to open databases with in this process, or undefined if the packaged one fits.
 * @returns {string | undefined}
 */
export function nativeBindingPath() {
  const napi = Number(process.versions.napi);
  return napi >= PACKAGED_BINDING_NAPI ? undefined : compiledBindingPath(napi);
}
