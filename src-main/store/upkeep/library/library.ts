/** The backups of the library for their page (SV-8). Loaded when the page is first opened, or when a backup is to be copied elsewhere. */
import { randomUUID } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import type { ListedBackup } from "../../../../src-preload/contract/domain/backups";
import type { Backups } from "../../../core/ports/backups";
import { toStoreError } from "../../database/errors";
import { removeTarget, restoringOf } from "../../recovery/rebuilt-file";
import { putInPlace } from "../../recovery/restored-library";
import { deleteOldBackups } from "../backup-days";
import { backupFolder, listBackups } from "../backup-list";
import { createCopying } from "./copying";
import { remember, type Standing } from "./elsewhere";
import { createMaking, type MakingDeps } from "./making";
import { refused, toldIn } from "./refusals";

/** Files chosen by the user that can still be asked for. */
const MOST_CHOSEN = 20;

export function createLibrary(deps: MakingDeps): Backups {
  const { file, run } = deps;
  const making = createMaking(deps);
  const chosen = new Map<string, string>();
  const copies = createCopying(file, run);
  const backups = createFinder(file, chosen);
  /**
   * True after one automatic retry. Without it, a copying that fails and cannot note that would begin again each time the page is read.
   */
  let isRetried = false;
  /** The folder was away, or the app was closed amid a copying. */
  const retry = ({ complete, problem }: Standing): boolean => {
    if (problem === "away") isRetried = false;
    if (complete || problem !== undefined || isRetried) return false;
    isRetried = true;
    void copies.begin();
    return true;
  };

  return {
    list: async () => {
      // Before the look: a copying that ends during it is not in the list yet.
      const copying = copies.underWay();
      const { elsewhere, ...list } = await run("list-backups", { file }).result;
      const problem = making.problem();
      return {
        ...list,
        folder: backupFolder(file),
        ...(problem === undefined ? {} : { problem }),
        ...(elsewhere && { elsewhere: { ...elsewhere, copying: copying || retry(elsewhere) } }),
      };
    },
    make: (onProgress) => {
      const { result, cancel } = making.now(onProgress);
      const copied = result.then((made) => {
        void copies.begin();
        return made;
      });
      return { result: copied, cancel };
    },
    daily: async () => {
      // Also where none was made: an earlier one may be missing there, because the folder was away.
      if (await making.daily()) await copies.begin();
    },
    problem: making.problem,
    copied: copies.ended,
    copyTo: async (folder) => {
      if (folder !== undefined) refuseOwnFolder(file, folder);
      await copies.cancel();
      await remember(file, folder).catch((error: unknown) => {
        throw toStoreError(error, file);
      });
      if (folder !== undefined) void copies.begin();
    },
    removeOld: () => told(file, () => deleteOldBackups(file)),
    remove: (id) => {
      const { name, size } = backups.kept(id);
      told(file, () => rmSync(join(backupFolder(file), name), { force: true }));
      return size;
    },
    add: async (path) => {
      const found = await toldIn(run("describe-backup", { backup: path }).result);
      const id = randomUUID();
      chosen.set(id, path);
      const [oldest] = chosen.keys();
      if (chosen.size > MOST_CHOSEN && oldest !== undefined) chosen.delete(oldest);
      return { ...found, id };
    },
    path: backups.path,
    look: (id, words) => toldIn(run("look-into-backup", { backup: backups.path(id), words }).result),
    search: (id, words, onProgress) => {
      const { result, cancel } = run("search-backup", { backup: backups.path(id), words }, onProgress);
      return { result: toldIn(result), cancel };
    },
    read: (id, session_id, after) =>
      toldIn(run("read-backup", { backup: backups.path(id), session_id, after }).result),
    ...createRestoring(deps, backups),
  };
}

/** Makes a library of a backup, and puts it in the place of today's when the store is closed. */
function createRestoring(
  { file, clock, run, recoverer }: MakingDeps,
  backups: Finder,
): Pick<Backups, "prepare" | "putInPlace"> {
  /** When the prepared backup was made. */
  let prepared: number | undefined;
  return {
    prepare: (id, onProgress) => {
      if (recoverer.recovery() !== undefined) throw refused("recovering");
      const backup = backups.path(id);
      const made_at = backups.madeAt(id);
      const { result, cancel } = run("restore", { backup, target: restoringOf(file) }, onProgress);
      prepared = undefined;
      const done = toldIn(result).then((found) => {
        prepared = made_at;
        return found;
      });
      return { result: done, cancel };
    },
    putInPlace: (isClosed) => {
      if (prepared === undefined) return;
      try {
        if (!isClosed) throw Object.assign(new Error("the store was not closed"), { code: "SQLITE_BUSY" });
        putInPlace(file, { now: clock.now(), made_at: prepared });
      } catch (error) {
        removeTarget(restoringOf(file));
        throw toStoreError(error, file);
      }
    },
  };
}

/** @throws BraidError for the file system's errors */
function told<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error, file);
  }
}

type Finder = ReturnType<typeof createFinder>;

/** Finds the file of an id. A window names no path. */
function createFinder(file: string, chosen: ReadonlyMap<string, string>) {
  const listed = (id: string) => listBackups(file).find(({ name }) => name === id);
  const path = (id: string): string => {
    const found = chosen.get(id) ?? listed(id)?.name;
    if (found === undefined) throw refused("gone");
    return chosen.get(id) ?? join(backupFolder(file), found);
  };
  return {
    path,
    /** 0 for a chosen file: nobody knows. */
    madeAt: (id: string): number => listed(id)?.made_at ?? 0,
    kept: (id: string): Pick<ListedBackup, "name" | "size"> => {
      const found = listed(id);
      if (found?.kept !== true) throw refused("gone");
      return found;
    },
  };
}

/** A copy beside the original is lost with it. */
function refuseOwnFolder(file: string, folder: string): void {
  const own = realpathSync(dirname(file));
  const place = realpathSync(folder);
  if (place === own || place.startsWith(own + sep)) throw refused("own-folder");
}
