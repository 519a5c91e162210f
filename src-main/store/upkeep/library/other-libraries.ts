/**
 * Libraries beside the one in use that may come back: backups, and databases that were set aside. Tells whether one of them names a file
 * of an attachment that today's library does not know (docs/decisions/files-stay-while-another-library-may-name-them.md).
 */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database, Statement } from "better-sqlite3";
import { isSetAside } from "../../database/folder";
import type { OtherLibraries } from "../../transcript/blobs";
import { backupFolder, listBackups } from "../backup-list";
import { openBackup } from "./look";

/** Opens nothing before the first question: most sweeps find no unknown file. */
export function otherLibraries(file: string): OtherLibraries {
  let backups: Opened[] | undefined;
  let hasSetAside = false;
  const open = (): Opened[] => {
    hasSetAside = readdirSync(dirname(file)).some(isSetAside);
    return hasSetAside ? [] : listBackups(file).map(({ name }) => openOne(join(backupFolder(file), name)));
  };
  return {
    mayName: (sha256) => {
      backups ??= open();
      return hasSetAside || backups.some(({ mayName }) => mayName(sha256));
    },
    close: () => {
      for (const { db } of backups ?? []) db?.close();
    },
  };
}

interface Opened {
  db?: Database;
  mayName(sha256: string): boolean;
}

/** A backup that cannot be read may name any file. */
function openOne(backup: string): Opened {
  let db: Database | undefined;
  try {
    db = openBackup(backup);
    const named: Statement<[string]> = db.prepare("SELECT 1 FROM blobs WHERE sha256 = ?");
    return { db, mayName: (sha256) => isFound(named, sha256) };
  } catch {
    db?.close();
    return { mayName: () => true };
  }
}

function isFound(named: Statement<[string]>, sha256: string): boolean {
  try {
    return named.get(sha256) !== undefined;
  } catch {
    return true;
  }
}
