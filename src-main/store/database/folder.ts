/** The files of the database: private to their user (DB-14), and set aside under a dated name, never deleted (SV-8). */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { kindOf } from "../../files/data-file";
import { commitLedgerFile } from "./commit-ledger";

export const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The log, the log's index and the ledger belong to the database and move with it. */
const companions = (file: string): string[] => [`${file}-wal`, `${file}-shm`, commitLedgerFile(file)];

/** Bytes; 0 where there is no such file. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Free bytes; undefined for a disk that tells no numbers, as some in a network. */
export function freeIn(folder: string): number | undefined {
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Device and inode of a file: another file under its name has others. Empty where there is no file. */
export function identityOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : `${found.dev}:${found.ino}`;
}

/** Makes a folder for its user alone, or takes the rights of others away from an existing one. */
export function preparePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  tighten(folder, FOLDER_MODE);
}

export function syncFile(file: string): void {
  const handle = openSync(file, "r+");
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Syncs the folder, which holds a rename: without this a power cut may bring the old name back. Windows cannot open a folder, and need not.
 */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}

/** Makes the folder and an empty file. SQLite gives its files beside that file the same mode. */
export function preparePrivately(file: string): void {
  const folder = dirname(file);
  preparePrivateFolder(folder);
  closeSync(openSync(file, "a", FILE_MODE));
  // A folder or a link under such a name is not ours and stays as it is.
  for (const path of [file, ...companions(file)]) if (kindOf(path) === "file") tighten(path, FILE_MODE);
}

/** Renames all files of a database, the database itself first, to a name that is free (`asideName`). */
export function setAside(file: string, aside: string): void {
  for (const [path, beside] of pairs(file, aside)) renameSync(path, beside);
}

/** Sets a copy aside; the database stays in use. A copy that does not fit on the disk leaves nothing behind. */
export function copyAside(file: string, now: number): string {
  const aside = asideName(file, now);
  const made: string[] = [];
  try {
    for (const [path, beside] of pairs(file, aside)) {
      made.push(beside);
      copyFileSync(path, beside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    }
  } catch (error) {
    for (const path of made) rmSync(path, { force: true });
    throw error;
  }
  return aside;
}

/**
 * Makes room before a file comes back that was taken away. Sets a file aside that has its name meanwhile; without one, removes the old log
 * and its index.
 */
export function makeRoom(file: string, now: number): void {
  if (existsSync(file)) setAside(file, asideName(file, now));
  else for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/**
 * Replaces the database by one rename: at any moment the file is the old one or the new one. The old one's log must be empty and its
 * connections closed.
 * @throws where another program uses the file; nothing has changed then
 */
export function replaceDatabase(file: string, by: string): void {
  if (sizeOf(`${file}-wal`) > 0) {
    throw Object.assign(new Error("another program uses the database"), { code: "SQLITE_BUSY" });
  }
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  renameSync(by, file);
  syncFolder(dirname(file));
}

function pairs(file: string, aside: string): [from: string, to: string][] {
  const there = [file, ...companions(file)].filter((path) => existsSync(path));
  return there.map((path) => [path, aside + path.slice(file.length)]);
}

/** True for a file of a database that was set aside. */
export const isSetAside = (name: string): boolean => name.startsWith("braid.db.set-aside-");

/** A dated name beside the database that no file has. */
export function asideName(file: string, now: number): string {
  const day = new Date(now).toISOString().slice(0, 19).replaceAll(":", "");
  const isTaken = (name: string) => [name, ...companions(name)].some((path) => existsSync(path));
  let name = `${file}.set-aside-${day}`;
  for (let again = 2; isTaken(name); again++) name = `${file}.set-aside-${day}-${again}`;
  return name;
}

/**
 * Takes surplus permissions away, and never adds any. A file without surplus is not touched: it may be somebody else's, and fine as it is.
 */
function tighten(path: string, mode: number): void {
  if (process.platform === "win32") return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && (found.mode & 0o777 & ~mode) !== 0) chmodSync(path, found.mode & mode);
}
