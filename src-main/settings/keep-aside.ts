/** Replaces a file without losing the old one: at any moment, killed or out of space, what stood in it is there under one of two names. */
import { constants, copyFile, link, realpath, rename, unlink } from "node:fs/promises";

/**
 * Gives `file` a second name, `aside`, and has `replace` put another in its place. Where that fails the second name goes again.
 * @throws what `replace` throws; `file` is what it was then
 */
export async function keepAside(file: string, aside: string, replace: () => Promise<void>): Promise<void> {
  // The target of a symbolic link is the file that is replaced.
  const target = await realpath(file).catch(() => file);
  const undo = await nameTwice(target, aside);
  try {
    await replace();
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
}

/** Returns what takes it back. */
async function nameTwice(file: string, aside: string): Promise<() => Promise<void>> {
  try {
    // No byte is copied, so a full disk has room for it.
    await link(file, aside).catch(() => copyFile(file, aside, constants.COPYFILE_EXCL));
    return () => unlink(aside);
  } catch {
    // A folder, or what may not be read: it cannot have two names, and can be moved.
    await rename(file, aside);
    return () => rename(aside, file);
  }
}
