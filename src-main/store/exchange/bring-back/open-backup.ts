/** Opens a backup in today's schema. One of an older version is brought up to it in a copy, which is gone afterwards. */
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { noteUnfinished } from "../../../files/unfinished";
import { openDatabase } from "../../database/connection";
import { codeOf } from "../../database/errors";
import { migrate, SCHEMA_VERSION, userVersion } from "../../database/migrate";
import { removeTarget } from "../../recovery/rebuilt-file";
import { assertSound } from "../../recovery/soundness";
import { Cancelled, copyDatabase } from "../../upkeep/backups";
import { NoBackup, openBackup } from "../../upkeep/library/look";
import type { CheckContext } from "../work";

/** Pages of one step of the copy: nobody else needs the backup now. */
const COPY_PAGES = 8192;

export interface OpenedBackup {
  db: Database;
  close(): Promise<void>;
}

interface Wanted extends Pick<CheckContext, "isCancelled"> {
  backup: string;
  /** The database in use: the copy lies beside it. */
  file: string;
}

/** Reads all of the backup, because a damaged index would leave words out in silence. @throws NoBackup, Cancelled; the disk's errors */
export async function openInTodaysSchema({
  backup,
  file,
  isCancelled,
  unstoppable,
}: Wanted & Pick<CheckContext, "unstoppable">): Promise<OpenedBackup> {
  const db = ofBackup(() => openBackup(backup));
  try {
    ofBackup(() => unstoppable(() => assertSound(db, "integrity_check")));
    if (isCancelled()) throw new Cancelled();
    if (userVersion(db) === SCHEMA_VERSION) return { db, close: async () => void db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
  db.close();
  return await openMigrated({ backup, file, isCancelled });
}

async function openMigrated({ backup, file, isCancelled }: Wanted): Promise<OpenedBackup> {
  const data_dir = dirname(file);
  const copy = join(data_dir, `.bring-back.${randomUUID()}.tmp`);
  const forget = await noteUnfinished(data_dir, copy);
  const remove = async () => {
    removeTarget(copy);
    await forget();
  };
  try {
    await copyDatabase(backup, copy, { pages: COPY_PAGES, pause_ms: 0, isCancelled });
    const db = ofBackup(() => migrated(copy));
    return {
      db,
      close: async () => {
        db.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

function migrated(copy: string): Database {
  const db = openDatabase(copy);
  try {
    db.pragma("journal_mode = MEMORY");
    db.pragma("synchronous = OFF");
    db.pragma("foreign_keys = ON");
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const OF_THE_DISK = ["SQLITE_FULL", "SQLITE_IOERR"];

/** Calls what reads a backup: what SQLite finds wrong in it says nothing about today's library. @throws NoBackup; the disk's errors */
export function ofBackup<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isOfTheDisk = OF_THE_DISK.some((code) => codeOf(error).startsWith(code));
    if (error instanceof Sqlite.SqliteError && !isOfTheDisk) throw new NoBackup("DAMAGED_BACKUP");
    throw error;
  }
}
