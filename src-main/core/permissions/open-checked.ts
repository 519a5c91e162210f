/** Opens a file that was judged before, and notices where another one has taken its place since (PM-4). */
import { constants, type Stats } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { ResolvedPath } from "./paths";

/**
 * Opens `resolved.path` with the flags of `fs.constants`; `O_TRUNC` takes effect after the check. The caller closes the handle. Never waits
 * for the other end of a pipe. A file that `O_CREAT` made in a folder that was swapped stays there, empty.
 * @param mode the rights of a file that is made
 * @throws an Error for the model: it is another file now, it is no regular file, or the system refuses it
 */
export async function openChecked(
  resolved: Pick<ResolvedPath, "path">,
  flags: number,
  mode = 0o666,
): Promise<FileHandle> {
  const { path } = resolved;
  // Windows has neither flag.
  const careful = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, (flags & ~constants.O_TRUNC) | careful, mode).catch((error) => {
    throw refusal(path, error);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error(`${path} is no regular file: ${kindOf(stats)}. Name a file.`);
    if (!(await isStillAt(path, handle, stats))) throw new Error(swapped(path));
    if ((flags & constants.O_TRUNC) !== 0) await handle.truncate(0);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const swapped = (path: string): string =>
  `${path} leads to another file now than when it was checked. Call the tool again.`;

async function isStillAt(path: string, handle: FileHandle, stats: Stats): Promise<boolean> {
  if (process.platform === "linux") return (await readlink(`/proc/self/fd/${handle.fd}`)) === path;
  const [folder, now] = await Promise.all([realpath(dirname(path)), stat(path)]);
  return folder === dirname(path) && now.dev === stats.dev && now.ino === stats.ino;
}

function refusal(path: string, error: NodeJS.ErrnoException): Error {
  if (error.code === "ELOOP" || error.code === "EMLINK") return new Error(swapped(path));
  if (error.code === "ENOENT") return new Error(`${path} does not exist.`);
  if (error.code === "EISDIR") return new Error(`${path} is a folder. Name a file.`);
  if (error.code === "ENXIO") return new Error(`${path} is no regular file. Name a file.`);
  if (error.code === "EACCES" || error.code === "EPERM")
    return new Error(`The system does not let Braid open ${path}.`);
  return new Error(`${path} cannot be opened (${error.code ?? error.message}).`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "it is a folder";
  if (stats.isFIFO()) return "it is a pipe";
  return stats.isSocket() ? "it is a socket" : "it is a device";
}
