/** Replaces a file so that at any moment, power loss included, the whole old or the whole new file is there (SV-11). */
import { randomUUID } from "node:crypto";
import { open, realpath, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../files/sync-folder";

/**
 * Writes a file beside the target (mode 0600), syncs it, renames it, and syncs the folder. A symbolic link stays one: its target is
 * replaced. Calls `still` just before the rename. If that returns false, somebody else was faster: nothing is replaced, and the result is
 * false.
 * @throws the file system's error; the old file is untouched then
 */
export async function writeFileDurably(
  file: string,
  text: string | Uint8Array,
  still: () => boolean = () => true,
): Promise<boolean> {
  const target = await realpath(file).catch(() => file);
  // The name of the target may be as long as the disk permits: the name beside it is its own.
  const temporary = join(dirname(target), `.braid.${randomUUID()}.tmp`);
  try {
    await writeSynced(temporary, text);
    if (!still()) {
      await unlink(temporary);
      return false;
    }
    await rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(target));
  return true;
}

async function writeSynced(file: string, text: string | Uint8Array): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
