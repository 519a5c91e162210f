/** Replaces a file so that at any moment, power loss included, it is the old one or the new one, whole (SV-11). */
import { randomUUID } from "node:crypto";
import { open, realpath, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Written beside the target (mode 0600), synced, renamed, the folder synced. A symbolic link stays one: what it points to is replaced.
 * `still` is asked in the moment before: where it says no, somebody else was faster, nothing is replaced and the answer is false.
 * @throws the file system's error; the old file is untouched then.
 */
export async function writeFileDurably(
  file: string,
  text: string,
  still: () => boolean = () => true,
): Promise<boolean> {
  const target = await realpath(file).catch(() => file);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
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

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The rename is in the folder: without this a power cut may bring the old name back. Windows cannot open a folder, and need not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
