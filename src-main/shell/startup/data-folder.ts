/** The folder in which the app keeps everything (DB-14: for its user alone). */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { say } from "../../core/say";
import { folderProblem } from "../../files/data-folder";

const MODE = 0o700;

/** Makes the folder and says whether the app may write there. Called before the single-instance lock, which needs to write as well. */
function prepare(data_dir: string): ErrorInfo | undefined {
  try {
    mkdirSync(data_dir, { recursive: true, mode: MODE });
    makePrivate(data_dir);
    accessSync(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return lockError(data_dir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      code: "STORE_UNAVAILABLE",
      message: say("data-folder.message", { folder: data_dir, reason }),
      hint: say("data-folder.hint"),
    };
  }
}

/**
 * The links by which Chromium keeps a second launch away (DB-7). Anything else under these names makes it believe in a first launch, and
 * end without a word.
 */
const LOCKS = ["SingletonLock", "SingletonSocket", "SingletonCookie"];

function lockError(data_dir: string): ErrorInfo | undefined {
  if (process.platform === "win32") return undefined;
  const name = LOCKS.find(
    (lock) => lstatSync(join(data_dir, lock), { throwIfNoEntry: false })?.isSymbolicLink() === false,
  );
  if (name === undefined) return undefined;
  return {
    code: "STORE_UNAVAILABLE",
    message: say("data-folder.lock.message", { name, folder: data_dir }),
    hint: say("data-folder.lock.hint", { name }),
  };
}

/**
 * DB-14: makes the folder private, whatever the mask of the process, and whoever made it. Only takes rights away; a disk without modes
 * keeps its own.
 */
function makePrivate(folder: string): void {
  const { mode } = statSync(folder);
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  try {
    chmodSync(folder, mode & MODE);
  } catch {
    // The folder is somebody else's: `accessSync` tests next whether the app may write there.
  }
}

/** Files that others make under any mask: an editor writes the settings, Chromium the id of its reporter, which sends nothing. */
const OTHERS = ["settings.json", "Crashpad/client_id"];

/** DB-14: makes these files private. A link keeps its mode. Never throws. */
function keepFilesPrivate(data_dir: string): void {
  if (process.platform === "win32") return;
  for (const path of OTHERS.map((name) => join(data_dir, name)))
    try {
      const found = lstatSync(path);
      if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o600);
    } catch {
      // The file does not exist, or is somebody else's.
    }
}

/** Called before `requestSingleInstanceLock`: the lock lies in `userData`, so that each data folder has its own (DB-7). */
export function adoptDataFolder(data_dir: string): ErrorInfo | undefined {
  const startupError = prepare(data_dir);
  if (startupError === undefined) {
    app.setPath("userData", data_dir);
    keepFilesPrivate(data_dir);
    // Chromium has made its own files by then.
    app.once("browser-window-created", () => keepFilesPrivate(data_dir));
  }
  // Chromium ends where it cannot keep its own files. They are a cache, so they may lie elsewhere for one run.
  const own = join(data_dir, "chromium");
  const usable = startupError === undefined && folderProblem(own) === undefined;
  app.setPath("sessionData", usable ? own : mkdtempSync(join(tmpdir(), "braid-window-")));
  return startupError;
}
