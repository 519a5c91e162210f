/** Tells whether a file is still the one that was looked at. */
import { lstat, stat } from "node:fs/promises";

/** The state of a path where nothing is. */
export const MISSING = "missing";

interface Stated {
  dev: bigint;
  ino: bigint;
  size: bigint;
  mtimeNs: bigint;
  ctimeNs: bigint;
}

export const fingerprintOf = ({ dev, ino, size, mtimeNs, ctimeNs }: Stated): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(" ");

/** Returns a text that differs once somebody has changed or replaced the file. `MISSING` where there is none. @throws other errors */
export async function fingerprintAt(path: string): Promise<string> {
  try {
    return fingerprintOf(await lstat(path, { bigint: true }));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return MISSING;
    throw error;
  }
}

/** @throws an error for the model where the session's folder has gone; a tool would make it anew, empty */
export async function mustBeThere(workspace_root: string): Promise<void> {
  const found = await stat(workspace_root).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new Error(
    `The folder of this session, ${workspace_root}, is not there any more. Ask the user what happened to it.`,
  );
}
