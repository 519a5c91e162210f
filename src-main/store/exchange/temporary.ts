/** The failure of a temporary database: another folder than the library's, and most often another disk, has no room. */
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";

/** The message is the folder: a job's failure carries nothing else to main. */
export class TemporaryFailed extends Error {
  static readonly code = "TEMPORARY";
  readonly code = TemporaryFailed.code;

  constructor(cause: unknown) {
    super(temporaryFolder(), { cause });
  }
}

/** The folder in which SQLite makes its temporary files: outside of Windows the first of these that may be written. */
function temporaryFolder(): string {
  const { SQLITE_TMPDIR, TMPDIR } = process.env;
  const folders = process.platform === "win32" ? [] : [SQLITE_TMPDIR, TMPDIR, "/var/tmp", "/usr/tmp", "/tmp"];
  return folders.find((folder) => folder !== undefined && isWritable(folder)) ?? tmpdir();
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
