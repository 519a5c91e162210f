/** Replaces a file without losing the old one: at any moment, killed or out of space, the old content exists under one of two names. */
import { constants, copyFile, link, realpath, rename, unlink } from "node:fs/promises";

/**
 * Gives `file` a second name, `aside`, and has `replace` put another in its place. Takes the second name back where `replace` fails.
 * @throws what `replace` throws; `file` is unchanged then
 */
export async function keepAside(file: string, aside: string, replace: () => Promise<void>): Promise<void> {
  // `replace` replaces the target of a symbolic link, so the target gets the second name.
  const target = await realpath(file).catch(() => file);
  const undo = await nameTwice(target, aside);
  try {
    await replace();
  } catch (error) {
    await undo().catch(() => undefined);
    throw error;
  }
}

/** Returns the function that takes the second name back. */
async function nameTwice(file: string, aside: string): Promise<() => Promise<void>> {
  try {
    // A link copies no byte, so a full disk has room for it.
    await link(file, aside).catch(() => copyFile(file, aside, constants.COPYFILE_EXCL));
    return () => unlink(aside);
  } catch {
    // A folder, or an unreadable file, cannot have two names, but can be moved.
    await rename(file, aside);
    return () => rename(aside, file);
  }
}
