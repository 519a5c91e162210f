/** The backups that there are (SV-8). Their files are made by `backups.ts`, in a thread. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Backup } from "../../../src-preload/contract/domain/storage";
import { kindOf } from "../../files/data-file";
import { identityOf, sizeOf } from "../database/folder";

const NAME = /^braid-(kept-)?(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)(?:-(\d+))?\.db$/;

export const backupFolder = (file: string): string => join(dirname(file), "backups");

/** Newest first. Empty where the folder's name is taken by something else; the start tells of that. */
export function listBackups(file: string): Backup[] {
  const inUse = identityOf(file);
  return backupsIn(backupFolder(file)).filter(
    ({ name }) => identityOf(join(backupFolder(file), name)) !== inUse,
  );
}

/** The backups in any folder, newest first. */
export function backupsIn(folder: string): Backup[] {
  if (kindOf(folder) !== "folder") return [];
  const found = readdirSync(folder).flatMap((name) => {
    const [, kept, day, hour, minute, second, again] = NAME.exec(name) ?? [];
    // Skips anything else of such a name: a pipe would block its reader.
    if (day === undefined || kindOf(join(folder, name)) !== "file") return [];
    const made_at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
    const backup: Backup = {
      name,
      made_at,
      size: sizeOf(join(folder, name)),
      ...(kept === undefined ? {} : { kept: true }),
    };
    // A second backup that was made in the same second has a number in its name.
    return [{ backup, again: Number(again ?? 1) }];
  });
  return found
    .sort((one, other) => other.backup.made_at - one.backup.made_at || other.again - one.again)
    .map(({ backup }) => backup);
}
