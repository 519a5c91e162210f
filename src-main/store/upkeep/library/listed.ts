/** The backups as their page lists them. Opens each, so it belongs in a thread. */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ListedBackup } from "../../../../src-preload/contract/domain/backups";
import { backupFolder, listBackups } from "../backup-list";
import type { ListedBackups } from "../jobs/jobs";
import { standing } from "./elsewhere";
import { countSessions } from "./look";

export function listed(file: string): ListedBackups {
  const folder = backupFolder(file);
  const elsewhere = standing(file);
  return {
    backups: listBackups(file).map((one) => ({
      ...one,
      id: one.name,
      ...sessionsIn(join(folder, one.name)),
    })),
    ...(elsewhere === undefined ? {} : { elsewhere }),
  };
}

/** A backup in any place. @throws NoBackup; SqliteError; the file system's error */
export function described(backup: string): ListedBackup {
  const sessions = countSessions(backup);
  const { size, mtimeMs } = statSync(backup);
  const name = basename(backup);
  return { id: name, name, size, made_at: Math.floor(mtimeMs), sessions };
}

/** A damaged backup is listed all the same: restoring it says what is wrong. */
function sessionsIn(backup: string): Pick<ListedBackup, "sessions"> {
  try {
    return { sessions: countSessions(backup) };
  } catch {
    return {};
  }
}
