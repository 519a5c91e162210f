/** Keeps the log short while a job writes gigabytes beside an idle app: main looks at it after its own commits alone. */
import type { Database } from "better-sqlite3";
import { sizeOf } from "./folder";

/** Bytes. Far more than main's own limit: each time the log begins anew, one commit waits for the disk. */
const LOG_LONG = 32 * 1024 * 1024;

/** Moves a long log into the database. Runs between two transactions. */
export function shortenLog(db: Database): void {
  if (sizeOf(`${db.name}-wal`) > LOG_LONG) db.pragma("wal_checkpoint(PASSIVE)");
}
