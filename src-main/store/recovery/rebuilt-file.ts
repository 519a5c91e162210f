/** The file that a recovery makes, and the memory of it: what main needs of recoveries, without the code that does one in its thread. */
import { rmSync } from "node:fs";

/** The row of `app_state` that remembers a database that was set aside. The join settles it. */
export const RECOVERY = "store.recovery";

/** Removes a rebuilt file, with what SQLite has put beside it. */
export function removeTarget(target: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(target + suffix, { force: true });
}
