/** Says errors of the file system so that a model knows what to do. */

const WORDS: Record<string, string> = {
  ENOENT: "does not exist. Look with glob, or with read on its folder.",
  EACCES: "may not be opened: its permissions forbid it.",
  EPERM: "may not be changed: the system forbids it.",
  EROFS: "lies on a disk that can only be read.",
  EISDIR: "is a folder, not a file.",
  ENOTDIR: "cannot exist: a part of its path is a file, not a folder.",
  ELOOP: "is a link that leads to itself, or was made a link just now.",
  ENAMETOOLONG: "has a name that is too long for this disk.",
  ENOSPC: "could not be written: the disk is full.",
  EDQUOT: "could not be written: the user's share of the disk is full.",
  EMFILE: "could not be opened: too many files are open. Try again.",
  ENFILE: "could not be opened: too many files are open. Try again.",
  EBUSY: "is in use by another program.",
  EIO: "could not be read or written: its disk fails.",
  ENXIO: "is no ordinary file.",
  ESTALE: "lies on a disk that has gone away.",
};

/** Returns an error that names the path. An error that is none of the file system's comes back as it is. */
export function fileError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  const words = WORDS[error.code];
  // Errors of Node itself, an abort among them, have codes that name no failure of a file.
  if (words === undefined && !("syscall" in error)) return error;
  return new Error(`${path} ${words ?? `could not be used (${error.code}).`}`, { cause: error });
}

/** Does `work`, and says its errors of the file system in words. @throws what `fileError` makes of them */
export async function withFileErrors<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fileError(error, path);
  }
}
