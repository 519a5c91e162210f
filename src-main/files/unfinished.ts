/**
 * Notes in the data folder name the unfinished files that Braid is writing elsewhere, so that the next start removes what a kill has left
 * (SV-11). The folder of notes is gone where nothing is under way.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const NOTES = "unfinished-exports";
/** Bytes. A note holds a path. */
const LARGEST_NOTE = 8192;

export const unfinishedNotes = (data_dir: string): string => join(data_dir, NOTES);

/** Notes a file before it is made. Returns the function that forgets it. @throws the file system's error */
export async function noteUnfinished(data_dir: string, file: string): Promise<() => Promise<void>> {
  const folder = unfinishedNotes(data_dir);
  const note = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(note, file, { mode: 0o600, flush: true });
  return async () => {
    await rm(note, { force: true });
    await rmdir(folder).catch(() => undefined);
  };
}

/** Removes the files that were never finished. A note that names something else than such a file removes nothing. */
export async function sweepUnfinished(data_dir: string): Promise<void> {
  const folder = unfinishedNotes(data_dir);
  for (const name of await readdir(folder).catch(() => [])) {
    const note = join(folder, name);
    const found = await stat(note).catch(() => undefined);
    const file = found?.isFile() && found.size <= LARGEST_NOTE ? await readFile(note, "utf8") : "";
    if (/^\..*\.[0-9a-f-]{36}\.(tmp|html)$/.test(basename(file)))
      // SQLite's own file stands beside the copy of a database.
      for (const end of ["", "-journal"]) await rm(file + end, { force: true });
    await rm(note, { force: true });
  }
  await rmdir(folder).catch(() => undefined);
}
