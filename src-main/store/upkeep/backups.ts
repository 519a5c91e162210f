/**
 * Copies the database by SQLite's own backup call. A copy gets its name when it is whole and checked (SV-8). A read transaction holds one
 * moment still while the writer goes on, so that no copy begins anew however much is written meanwhile.
 */

import { closeSync, openSync, readdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Backup } from "../../../src-preload/contract/domain/storage";
import { openDatabase } from "../database/connection";
import {
  FILE_MODE,
  identityOf,
  preparePrivateFolder,
  sizeOf,
  syncFile,
  syncFolder,
} from "../database/folder";
import { syncedCommits } from "../recovery/inspect";
import { assertSound } from "../recovery/soundness";
import { freeBackupName, goingForRoom, pruneBackups } from "./backup-days";
import { backupFolder, backupsIn, listBackups } from "./backup-list";

/** Pages of one step, and the pause after it: the disk belongs to the answer that is being written. */
const PAGES_A_STEP = 512;
const PAUSE_MS = 4;
/** Bytes that stay free for the chats themselves. */
const RESERVE = 8 * 1024 * 1024;
/**
 * A daily backup leaves so many bytes of the disk free, or so many times its own size where that is less. A small backup is no danger to a
 * disk that is almost full.
 */
const DAILY_RESERVE = 1_000_000_000;
const DAILY_TIMES = 9;

const UNFINISHED = /^\.braid-.*\.part(-journal)?$/;

export interface BackUpOptions {
  file: string;
  now: number;
  /** Deletes backups beyond the last seven days. False while a damaged database may need them. */
  prune: boolean;
  /** Nobody asked for it: it takes none of the disk's last space, and fails with `LOW_SPACE` instead. */
  daily?: boolean;
  isCancelled?: () => boolean;
  /** Hears a share from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** @throws Cancelled; SqliteError; the file system's error. Older backups are untouched then, and nothing half-made stays. */
export async function backUp({
  file,
  now,
  prune,
  daily = false,
  isCancelled = () => false,
  onProgress = () => undefined,
}: BackUpOptions): Promise<Backup> {
  const folder = backupFolder(file);
  preparePrivateFolder(folder);
  removeUnfinished(folder);
  removeLinks(file, folder);
  const going = daily ? goingForDaily(file, folder, prune) : [];
  if (!daily) refuseWithoutSpace(file, folder);
  const name = freeBackupName(folder, now);
  const part = join(folder, `.${name}.part`);
  try {
    await copyDatabase(file, part, { pages: PAGES_A_STEP, pause_ms: PAUSE_MS, isCancelled, onProgress });
    checkCopy(part);
    if (isCancelled()) throw new Cancelled();
    syncFile(part);
    renameSync(part, join(folder, name));
  } catch (error) {
    removeUnfinished(folder);
    throw error;
  }
  syncFolder(folder);
  // Only now: the copy could have failed until here.
  for (const { name: old } of going) rmSync(join(folder, old), { force: true });
  if (prune) pruneBackups(file);
  return { name, made_at: Math.floor(now / 1000) * 1000, size: sizeOf(join(folder, name)) };
}

/**
 * Returns true where something came since the newest backup: every message of a user is a synced commit (SV-9), and what was imported is a
 * session more. A backup that cannot be read is none.
 */
export function isWorthwhile(file: string): boolean {
  const newest = listBackups(file).find(({ kept }) => !kept);
  const now = wordsIn(file);
  if (now.commits + now.sessions === 0) return false;
  const then = newest && unlessUnreadable(() => wordsIn(join(backupFolder(file), newest.name)));
  return then === undefined || now.commits !== then.commits || now.sessions > then.sessions;
}

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

export interface CopyOptions {
  pages: number;
  pause_ms: number;
  isCancelled: () => boolean;
  onProgress?: (share: number) => void;
}

/** Copies one moment of `from` into the file `to`, which is private. @throws SqliteError; a part of `to` may exist then. */
export async function copyDatabase(from: string, to: string, options: CopyOptions): Promise<void> {
  // SQLite would make the file with the mask of the process.
  closeSync(openSync(to, "wx", FILE_MODE));
  const db = openDatabase(from, { readonly: true });
  try {
    db.exec("BEGIN");
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    await db.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        if (options.isCancelled()) throw new Cancelled();
        options.onProgress?.(1 - remainingPages / totalPages);
        if (options.pause_ms > 0) sleep(options.pause_ms);
        return options.pages;
      },
    });
  } finally {
    db.close();
  }
}

/**
 * Copies all that a connection holds, whatever has become of its file. Works in small steps, because the thread is main's. @throws
 * SqliteError
 */
export async function copyConnection(db: Database, to: string): Promise<void> {
  closeSync(openSync(to, "wx", FILE_MODE));
  await db.backup(to, { progress: () => PAGES_A_STEP });
  syncFile(to);
}

/** The user cancelled the job. */
export class Cancelled extends Error {
  readonly code = "CANCELLED";
}

/** Makes a backup one file, without a log beside it, and checks that it is sound. */
function checkCopy(file: string): void {
  const db = openDatabase(file);
  try {
    db.pragma("journal_mode = DELETE");
    assertSound(db, "quick_check");
  } finally {
    db.close();
  }
}

function wordsIn(file: string): { commits: number; sessions: number } {
  const db = openDatabase(file, { readonly: true });
  try {
    const sessions = db
      .prepare<[], number>("SELECT count(DISTINCT session_id) FROM chat_messages")
      .pluck()
      .get();
    return { commits: syncedCommits(db), sessions: sessions ?? 0 };
  } finally {
    db.close();
  }
}

/** Removes the remains of a backup that a kill cut. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder))
    if (UNFINISHED.test(name)) rmSync(join(folder, name), { force: true });
}

/** Removes second names of the database in use, which a kill in mid-restore has left: such a file would be no backup. */
function removeLinks(file: string, folder: string): void {
  const inUse = identityOf(file);
  for (const { name } of backupsIn(folder))
    if (identityOf(join(folder, name)) === inUse) rmSync(join(folder, name));
}

const sizeOfCopy = (file: string): number => sizeOf(file) + sizeOf(`${file}-wal`);

function refuseWithoutSpace(file: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < sizeOfCopy(file) + RESERVE)
    throw Object.assign(new Error("not enough space for a backup"), { code: "ENOSPC" });
}

/**
 * The older backups that go once the next one is there, so that it leaves the reserve. @throws with the code `LOW_SPACE` where they would
 * not free enough, and where the disk does not hold the next one beside all of them
 */
function goingForDaily(file: string, folder: string, mayDelete: boolean): Backup[] {
  const { bavail, blocks, bsize } = statfsSync(folder);
  // Some network disks tell no numbers.
  if (blocks === 0) return [];
  const free = bavail * bsize;
  const size = sizeOfCopy(file);
  const reserve = Math.min(DAILY_RESERVE, DAILY_TIMES * size);
  const going = goingForRoom(mayDelete ? listBackups(file) : [], size + reserve - free);
  // The older ones are there until the new one is whole: an answer that is written meanwhile needs room as well.
  if (going === undefined || free < size + Math.max(RESERVE, reserve / 4))
    throw Object.assign(new Error("too little space for a daily backup"), { code: "LOW_SPACE" });
  return going;
}

/** Blocks the thread: the worker has nothing else to do. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
