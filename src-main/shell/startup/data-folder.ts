/** The folder in which the app keeps everything (DB-14: for its user alone). */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "electron";
import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { say } from "../../core/say";
import { folderTrouble } from "../../files/data-folder";

const MODE = 0o700;

/** Makes it and says whether the app may write there. Asked before the single-instance lock, which needs to write as well. */
function prepare(data_dir: string): ErrorInfo | undefined {
  try {
    mkdirSync(data_dir, { recursive: true, mode: MODE });
    makePrivate(data_dir);
    accessSync(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
    return lockTrouble(data_dir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      code: "STORE_UNAVAILABLE",
      message: say("data-folder.message", { folder: data_dir, reason }),
      hint: say("data-folder.hint"),
    };
  }
}

/** The links by which Chromium keeps a second launch away (DB-7). What is none makes it believe in a first one, and end without a word. */
const LOCKS = ["SingletonLock", "SingletonSocket", "SingletonCookie"];

function lockTrouble(data_dir: string): ErrorInfo | undefined {
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

/** DB-14: whatever the mask of the process, and whoever made the folder. Only ever takes away; a disk without modes keeps what it has. */
function makePrivate(folder: string): void {
  const { mode } = statSync(folder);
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  try {
    chmodSync(folder, mode & MODE);
  } catch {
    // Somebody else's: whether it can be written to is asked next.
  }
}

/** Files that others make, with whatever mask there is: an editor the settings, Chromium the id of its reporter, which sends nothing. */
const OTHERS = ["settings.json", "Crashpad/client_id"];

/** DB-14. What is linked from elsewhere keeps its mode. Never throws. */
function keepFilesPrivate(data_dir: string): void {
  if (process.platform === "win32") return;
  for (const path of OTHERS.map((name) => join(data_dir, name)))
    try {
      const found = lstatSync(path);
      if (found.isFile() && (found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o600);
    } catch {
      // There is none, or it is somebody else's.
    }
}

/** Before `requestSingleInstanceLock`: the lock lies in `userData`, and so there is one for each data folder (DB-7). */
export function adoptDataFolder(data_dir: string): ErrorInfo | undefined {
  const trouble = prepare(data_dir);
  if (trouble === undefined) {
    app.setPath("userData", data_dir);
    keepFilesPrivate(data_dir);
    // Chromium has made its own by then.
    app.once("browser-window-created", () => keepFilesPrivate(data_dir));
  }
  // Chromium ends where it cannot keep its own files. What it keeps is a cache: for one run it may be elsewhere.
  const own = join(data_dir, "chromium");
  const usable = trouble === undefined && folderTrouble(own) === undefined;
  app.setPath("sessionData", usable ? own : mkdtempSync(join(tmpdir(), "braid-window-")));
  return trouble;
}
