// Where the SQLite binding of this machine is: the one place that knows, for the build scripts, for the unit
// tests and, bundled, for the app itself. Node's own modules only.
import { homedir } from "node:os";
import { join } from "node:path";

/** The release that package.json pins; a unit test holds the two together. */
export const BETTER_SQLITE3_VERSION = "13.2.0";

/** The first Node-API version whose processes can load the packaged binding: on an older one it crashes them. */
export const PACKAGED_BINDING_NAPI = 10;

/** Braid's folder in the user's cache: outlives node_modules, and every clone of the repository shares it. */
export function userCacheDir() {
  if (process.platform === "win32") {
    return join(process.env.LOCALAPPDATA || join(homedir(), "AppData", "Local"), "braid", "Cache");
  }
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "braid");
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "braid");
}

/**
 * Where the binding compiled for a Node-API version is kept, whether or not it is there yet.
 * @param {number} napi
 */
export function compiledBindingPath(napi) {
  const name = `better-sqlite3-${BETTER_SQLITE3_VERSION}-napi${napi}-${process.platform}-${process.arch}.node`;
  return join(userCacheDir(), "native", name);
}

/**
 * The `nativeBinding` to open databases with in this process, or undefined where the packaged one serves.
 * @returns {string | undefined}
 */
export function nativeBindingPath() {
  const napi = Number(process.versions.napi);
  return napi >= PACKAGED_BINDING_NAPI ? undefined : compiledBindingPath(napi);
}
