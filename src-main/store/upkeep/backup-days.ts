/** Which backups stay, and the names of new ones (SV-8). */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Backup } from "../../../src-preload/contract/domain/storage";
import { backupFolder, listBackups } from "./backup-list";

/** SV-8: days whose newest backup is kept. "Back up now", pressed often, does not push last week's backups out. */
const KEPT_DAYS = 7;

/** A name that no backup of the folder has. */
export function freeBackupName(folder: string, now: number, kept = false): string {
  const day = new Date(now).toISOString().slice(0, 19).replaceAll(":", "");
  const base = `braid-${kept ? "kept-" : ""}${day}`;
  let name = `${base}.db`;
  for (let again = 2; existsSync(join(folder, name)); again++) name = `${base}-${again}.db`;
  return name;
}

export function pruneBackups(file: string): void {
  for (const { name } of surplus(listBackups(file))) rmSync(join(backupFolder(file), name));
}

/** The backups, newest first, without those that stay: the newest of each of the last days, and those kept before a restore. Pure. */
export function surplus(backups: readonly Backup[]): Backup[] {
  const days = new Set<string>();
  return backups.filter(({ made_at, kept }) => {
    if (kept) return false;
    const day = new Date(made_at).toISOString().slice(0, 10);
    if (days.has(day) || days.size === KEPT_DAYS) return true;
    days.add(day);
    return false;
  });
}

/**
 * The backups that go so that `missing` bytes come free: those that are too many, then the oldest ones. The newest stays, and so do
 * those kept before a restore. Undefined where they would not free enough: then all stay. Pure.
 */
export function goingForRoom(backups: readonly Backup[], missing: number): Backup[] | undefined {
  const tooMany = surplus(backups);
  const [, ...old] = backups.filter((one) => one.kept !== true && !tooMany.includes(one));
  const going: Backup[] = [];
  let left = missing;
  for (const one of [...tooMany.toReversed(), ...old.toReversed()]) {
    if (left <= 0) break;
    going.push(one);
    left -= one.size;
  }
  return left > 0 ? undefined : going;
}

/** Deletes all backups but the newest and those kept before a restore. Returns the bytes that came free. */
export function deleteOldBackups(file: string): number {
  const [, ...old] = listBackups(file).filter(({ kept }) => !kept);
  for (const { name } of old) rmSync(join(backupFolder(file), name));
  return old.reduce((sum, { size }) => sum + size, 0);
}
