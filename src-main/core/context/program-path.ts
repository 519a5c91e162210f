/**
 * Finds a program by PATH alone. Left to itself, Windows looks first into the folder in which the program is started, and any system looks
 * there for an entry of PATH that is not absolute: a folder from elsewhere would bring the program that runs.
 */
import { access, constants, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";

/** An absolute path with its drive or computer: `\\tools` alone is on the drive of the folder. */
const WITH_DRIVE = /^([a-z]:[\\/]|\\\\)/i;

/** Returns the absolute path of a program; undefined where no folder of `path` has it. */
export async function programOnPath(
  name: string,
  path: string | undefined,
  platform: NodeJS.Platform = process.platform,
  isProgram: (file: string) => Promise<boolean> = isExecutable,
): Promise<string | undefined> {
  const isWindows = platform === "win32";
  const { delimiter, isAbsolute, join } = isWindows ? win32 : posix;
  for (const entry of (path ?? "").split(delimiter)) {
    const folder = isWindows ? entry.replaceAll('"', "") : entry;
    if (!isAbsolute(folder) || (isWindows && !WITH_DRIVE.test(folder))) continue;
    const file = join(folder, isWindows ? `${name}.exe` : name);
    if (await isProgram(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
