/** Replaces a file whole: at any moment the old or the new content is there. */
import { randomUUID } from "node:crypto";
import { chmod, constants, mkdir, open, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openChecked } from "../../permissions/open-checked";

/** The bits of a mode that say who may read, write and run. Others, as set-user-id, are not passed on to new content. */
export const ACCESS_BITS = 0o777;

/**
 * Writes a file beside the target, syncs it and renames it; makes missing folders; keeps the mode, and gives a new file `mode`, if any. A file that may not be written is left
 * alone: a rename would get around that. Calls `still` before it begins and just before the rename, and leaves the target untouched where that throws.
 * @throws the file system's errors, what `openChecked` and `still` throw
 */
export async function replaceFile(
  path: string,
  content: Buffer,
  still: () => Promise<void>,
  mode?: number,
): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) await (await openChecked({ path }, constants.O_WRONLY)).close();
  // No folder is made, and nothing written beside, where a parent has become a link since the check.
  await still();
  await mkdir(dirname(path), { recursive: true });
  // The name of the target may be as long as the disk permits: the name beside it is its own.
  const temporary = join(dirname(path), `.braid-${randomUUID()}.tmp`);
  try {
    const access = found?.mode ?? mode;
    // Others may not read it meanwhile where they may not read the target.
    await writeSynced(temporary, content, access);
    if (access !== undefined) await chmod(temporary, access & ACCESS_BITS);
    await still();
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeSynced(path: string, content: Buffer, mode: number | undefined): Promise<void> {
  const file = await open(path, "wx", mode === undefined ? undefined : mode & ACCESS_BITS);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The folder holds the rename. Windows cannot open a folder, and some disks cannot sync one: the content is there all the same. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } catch {
  } finally {
    await handle?.close();
  }
}
