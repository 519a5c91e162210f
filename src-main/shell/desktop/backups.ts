/** The page of the backups for a window (SV-8): asks for files and folders, and restarts the app for a restore. Loaded by its first use. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { app, dialog, shell } from "electron";
import { BraidError } from "../../core/braid-error";
import { log } from "../../core/log";
import type { Backups } from "../../core/ports/backups";
import type { ExchangeWork } from "../../core/ports/exchange";
import { inWords } from "../../language/language";
import { done, type HandlersOf, type Imports } from "../../surfaces/ipc/context";
import { askToOpen } from "./file-dialogs";
import { codeOf } from "./works";

export interface BackupsDeskDeps {
  data_dir: string;
  backups: Backups;
  imports(): Promise<Imports>;
  onProgress(work_id: string, share: number): void;
  /** The titles of the sessions that are being answered. */
  runningTitles(): string[];
  /** Quits the app, and calls `last` at its end: with false where the store could not be closed in time. */
  quitWith(last: (isWhole: boolean) => void): void;
}

export function backupsDesk({ backups, ...deps }: BackupsDeskDeps): HandlersOf<"backups"> {
  const underWay = new Map<string, () => void>();
  /** Null where the user cancelled. */
  const ended = async <T>(work_id: string, { result, cancel }: ExchangeWork<T>): Promise<T | null> => {
    underWay.set(work_id, cancel);
    try {
      return await result;
    } catch (error) {
      if (codeOf(error) === "CANCELLED") return null;
      throw error;
    } finally {
      underWay.delete(work_id);
    }
  };
  const telling = (work_id: string) => (share: number) => deps.onProgress(work_id, share);
  const restore = async (id: string, work_id: string): Promise<boolean> => {
    if ((await ended(work_id, backups.prepare(id, telling(work_id)))) === null) return false;
    deps.quitWith((isWhole) => beginAnew(backups, isWhole));
    return true;
  };
  return {
    "backups.list": () => backups.list(),
    "backups.make": ({ work_id }) => ended(work_id, backups.make(telling(work_id))),
    "backups.copied": async () => done(await backups.copied()),
    "backups.delete_old": () => ({ freed: backups.removeOld() }),
    "backups.delete": ({ id }) => ({ freed: backups.remove(id) }),
    "backups.look": ({ id, words }) => backups.look(id, words),
    "backups.search": ({ id, words, work_id }) => ended(work_id, backups.search(id, words, telling(work_id))),
    "backups.read": ({ id, session_id, after }) => backups.read(id, session_id, after),
    "backups.bring_back": async ({ id, work_id, ...seen }) =>
      (await deps.imports()).bringBack({ ...seen, backup: backups.path(id) }, work_id),
    "backups.running": () => ({ titles: deps.runningTitles() }),
    "backups.restore": async ({ id, work_id }) => ({ restarts: await restore(id, work_id) }),
    "backups.cancel": ({ work_id }) => done(underWay.get(work_id)?.()),
    "backups.choose": async () => {
      const path = await chosen({
        properties: ["openFile"],
        filters: [{ name: "Braid", extensions: ["db"] }],
      });
      return path === undefined ? null : await backups.add(path);
    },
    "backups.choose_folder": async () => {
      const path = await chosen({ properties: ["openDirectory", "createDirectory"] });
      if (path !== undefined) await backups.copyTo(path);
      return { chosen: path !== undefined };
    },
    "backups.stop_copying": async () => done(await backups.copyTo(undefined)),
    "backups.open_folder": async () => {
      const folder = join(deps.data_dir, "backups");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return done(await shell.openPath(folder));
    },
  };
}

/** Undefined where the user cancelled. */
const chosen = async (options: Electron.OpenDialogOptions): Promise<string | undefined> =>
  (await askToOpen(options))[0];

/** No window is open any more: a box tells a failure. Today's library is in its place then. */
function beginAnew(backups: Backups, isWhole: boolean): void {
  try {
    backups.putInPlace(isWhole);
  } catch (error) {
    log.error("A backup was not restored:", error);
    const { message, hint = "" } =
      error instanceof BraidError ? error.info : { message: String(error), hint: "" };
    dialog.showErrorBox("Braid", `${inWords(message)} ${inWords(hint)}`);
  }
  // An AppImage is another file than the program that it unpacks.
  const { APPIMAGE } = process.env;
  app.relaunch(APPIMAGE === undefined ? {} : { execPath: APPIMAGE, args: process.argv.slice(1) });
}
