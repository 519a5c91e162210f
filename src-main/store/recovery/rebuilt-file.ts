/** The file that a recovery makes, and the memory of it: what main needs of recoveries, without the code that does one in its thread. */
import { rmSync } from "node:fs";
import type { StoreNotice } from "../../../src-preload/contract/domain/storage";

/** The row of `app_state` that remembers a database that was set aside. The join settles it. */
export const RECOVERY = "store.recovery";

/** The row of a restored library: its first start tells of it. The value is the time of the backup, 0 where nobody knows it. */
export const RESTORED = "store.restored";

/** Tells the user what the last end of the app has done. */
export const restoredNotice = (made_at: unknown): StoreNotice => ({
  message: made_at
    ? { key: "backups:restored.of", params: { at: Number(made_at) } }
    : { key: "backups:restored.message" },
  hint: { key: "backups:restored.hint" },
});

/** A library that is being restored from a backup, on the same disk as the one in use. */
export const restoringOf = (file: string): string => `${file}.restoring`;

/** Removes a rebuilt file, with what SQLite has put beside it. */
export function removeTarget(target: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(target + suffix, { force: true });
}
