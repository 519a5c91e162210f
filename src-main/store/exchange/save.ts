/**
 * Writes an exported file (SV-11): beside its target under a name of its own, synced, renamed. At any moment the whole old or the whole new
 * file is there. A note in the data folder names the unfinished file, so that the next start removes what a kill has left.
 */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { syncFolder } from "../../files/sync-folder";
import { noteUnfinished } from "../../files/unfinished";

/** A file of a zip: pieces of text, or the bytes of another file. */
export type Entry = { name: string } & ({ pieces: () => Iterable<string> } | { file: string });

/** Calls `write` with the new file, and returns its size in bytes. @throws the file system's error, and those of `write` */
export async function save(
  target_name: string,
  data_dir: string,
  write: (handle: FileHandle) => Promise<void>,
): Promise<number> {
  const target = await realpath(target_name).catch(() => target_name);
  // The name of the target may be as long as the disk permits: the name beside it is its own. `sweepUnfinished` knows it by its form.
  const temporary = join(dirname(target), `.braid.${randomUUID()}.tmp`);
  // The data folder's own disk may be full, which is when an export to another disk helps. Without the note a kill leaves its unfinished file.
  const forget = await noteUnfinished(data_dir, temporary).catch(() => async () => undefined);
  try {
    const size = await writeSynced(temporary, write);
    await rename(temporary, target);
    await syncFolder(dirname(target));
    return size;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
    await forget();
  }
}

async function writeSynced(file: string, write: (handle: FileHandle) => Promise<void>): Promise<number> {
  const handle = await open(file, "wx", 0o600);
  try {
    await write(handle);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Characters that one write gathers. Memory for larger buffers comes fresh from the system each time: that took twice as long. */
const GATHERED = 64 * 1024;

function* gathered(pieces: Iterable<string>): Generator<string> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < GATHERED) continue;
    yield text;
    text = "";
  }
  // A stream would wait for ever behind an empty piece.
  if (text !== "") yield text;
}

export async function writeText(handle: FileHandle, pieces: Iterable<string>): Promise<void> {
  for (const text of gathered(pieces)) await handle.writeFile(text);
}

export async function writeZip(handle: FileHandle, entries: Iterable<Entry>): Promise<void> {
  const zip = new ZipFile();
  /** The document that is being written. */
  let reading: Generator<string> | undefined;
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  for (const entry of entries) {
    // A picture does not get smaller, and a date of today would make each zip of the same chats another one.
    const options = { mtime: new Date(1980, 0, 1), compress: "pieces" in entry };
    if ("file" in entry) zip.addFile(entry.file, entry.name, options);
    else
      zip.addReadStreamLazy(entry.name, options, (take) => {
        reading = gathered(entry.pieces());
        const pieces = Readable.from(reading, { objectMode: false });
        take(
          null,
          pieces.on("error", (error) => output.destroy(error)),
        );
      });
  }
  zip.end();
  try {
    for await (const bytes of output) await handle.writeFile(bytes);
  } finally {
    // A document that was left half read would keep the database busy, and the disk's error would not be told.
    reading?.return(undefined);
  }
}
