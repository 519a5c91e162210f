/** The backups that there are, and which of them stay (SV-8). Their files are made by `backups.ts`, in a thread. */
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Backup } from "../../../src-preload/contract/domain/storage";
import { kindOf } from "../../files/data-file";
import { sizeOf } from "../database/folder";

/** SV-8: days whose newest backup is kept. "Back up now", pressed often, does not push last week's backups out. */
export const KEPT_DAYS = 7;
const NAME = /^braid-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)(?:-\d+)?\.db$/;

export const backupFolder = (file: string): string => join(dirname(file), "backups");

/** Newest first. Empty where the folder's name is taken by something else; the start tells of that. */
export function listBackups(file: string): Backup[] {
  const folder = backupFolder(file);
  if (kindOf(folder) !== "folder") return [];
  return readdirSync(folder)
    .sort()
    .reverse()
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      // Skips anything else of such a name: a pipe would block its reader.
      if (day === undefined || kindOf(join(folder, name)) !== "file") return [];
      const made_at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
      return [{ name, made_at, size: sizeOf(join(folder, name)) }];
    });
}

export function pruneBackups(file: string): void {
  const days = new Set<string>();
  for (const { name } of listBackups(file)) {
    const day = name.slice(0, "braid-2026-11-21".length);
    if (days.has(day) || days.size === KEPT_DAYS) rmSync(join(backupFolder(file), name));
    else days.add(day);
  }
}

/** Deletes all backups but the newest. Returns the bytes that came free. */
export function deleteOldBackups(file: string): number {
  const [, ...old] = listBackups(file);
  for (const { name } of old) rmSync(join(backupFolder(file), name));
  return old.reduce((sum, { size }) => sum + size, 0);
}
