/**
 * The blob store (DB-9): the bytes of each file once, as `blobs/<first two digits>/<sha256>` in the data folder, and a row for each in the
 * database. The file is there before its row, and the row goes before its file: a crash leaves a file without a row, which a sweep removes.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LARGEST_ATTACHMENT } from "../../../src-preload/contract/domain/attachments";
import { BraidError } from "../../core/braid-error";
import { createTypeFinder } from "../../core/media-type";
import type { BlobStore, StoredBlob } from "../../core/ports/blob-store";
import { say } from "../../core/say";
import { syncFolder } from "../../files/sync-folder";
import type { BlobRows } from "./blob-rows";

const A_DAY_MS = 24 * 60 * 60 * 1000;
/** Blobs that one question finds. */
const AT_ONCE = 100;
const IS_SHA256 = /^[0-9a-f]{64}$/;
/** The folder of files that are still being written. */
const UNFINISHED = "unfinished";

/** What may bring chats back that name files of which the database in use knows nothing. */
export interface OtherLibraries {
  mayName(sha256: string): boolean;
  close(): void;
}

const NO_OTHERS: OtherLibraries = { mayName: () => false, close: () => undefined };

export function blobStore(
  folder: string,
  rows: BlobRows,
  otherLibraries: () => OtherLibraries = () => NO_OTHERS,
): BlobStore {
  const fileOf = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256);
  const alone = createQueue();

  const keep = async (temporary: string, blob: StoredBlob, now: number): Promise<void> => {
    const target = fileOf(blob.sha256);
    const found = await stat(target).catch(() => undefined);
    if (found?.isFile() && found.size === blob.size) await rm(temporary, { force: true });
    else {
      await makeFolder(join(folder, blob.sha256.slice(0, 2)));
      await rename(temporary, target);
      await syncFolder(join(target, ".."));
    }
    rows.noteBlob(blob, now);
  };

  const remove = (sha256: string, before: number) =>
    alone(async () => {
      // A backup that was made to do harm may hold rows whose names lead out of the folder.
      if (rows.dropBlob(sha256, before) && IS_SHA256.test(sha256)) await rm(fileOf(sha256), { force: true });
    });

  return {
    async putBlob(pieces, now) {
      await makeFolder(join(folder, UNFINISHED)).catch(notKept);
      const temporary = join(folder, UNFINISHED, randomUUID());
      try {
        const blob = await write(temporary, pieces);
        await alone(() => keep(temporary, blob, now).catch(notKept));
        return { ...blob, media_type: rows.blob(blob.sha256)?.media_type ?? blob.media_type };
      } finally {
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    },
    blob: (sha256) => rows.blob(sha256),
    readBlob: async (sha256, most = LARGEST_ATTACHMENT) =>
      IS_SHA256.test(sha256) ? await readFile(fileOf(sha256), most).catch(() => undefined) : undefined,
    async sweepBlobs(now, { files } = { files: false }) {
      for (;;) {
        const before = now - A_DAY_MS;
        const unused = rows.unusedBlobs(before, AT_ONCE);
        for (const sha256 of unused) await remove(sha256, before);
        if (unused.length < AT_ONCE) break;
      }
      if (!files) return;
      const others = otherLibraries();
      // Asks and removes in one turn: a file that is put meanwhile would go with its old self.
      const removeUnknown = (name: string) =>
        alone(async () => {
          if (!rows.knowsBlob(name) && !others.mayName(name)) await rm(fileOf(name), { force: true });
        });
      await sweepFiles(folder, removeUnknown, now).finally(others.close);
    },
  };
}

/** Calls works one after the other: a blob that is put again must not lose its file to a sweep. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** Writes the pieces to a new file and syncs it. @throws BraidError; what `pieces` throws */
async function write(file: string, pieces: AsyncIterable<Uint8Array>): Promise<StoredBlob> {
  const handle = await open(file, "wx", 0o600).catch(notKept);
  const hash = createHash("sha256");
  const types = createTypeFinder();
  let size = 0;
  try {
    for await (const piece of pieces) {
      size += piece.length;
      if (size > LARGEST_ATTACHMENT) throw tooLarge();
      hash.update(piece);
      types.take(piece);
      await handle.writeFile(piece).catch(notKept);
    }
    await handle.sync().catch(notKept);
  } finally {
    await handle.close();
  }
  return { sha256: hash.digest("hex"), media_type: types.type(), size };
}

async function readFile(file: string, most: number): Promise<Buffer> {
  // Under this name there may be anything: a pipe would never answer.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error("not a file");
    return await readBytes(handle, Math.min(found.size, most));
  } finally {
    await handle.close();
  }
}

async function readBytes(handle: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, size - at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return bytes.subarray(0, at);
}

/** Removes files that nothing in the database names, a day after they were written: another program may be about to name them. */
async function sweepFiles(
  folder: string,
  removeUnknown: (name: string) => Promise<void>,
  now: number,
): Promise<void> {
  for (const part of await namesIn(folder)) {
    if (part !== UNFINISHED && !/^[0-9a-f]{2}$/.test(part)) continue;
    for (const name of await namesIn(join(folder, part))) {
      const file = join(folder, part, name);
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile() || found.mtimeMs > now - A_DAY_MS) continue;
      if (part === UNFINISHED) await rm(file, { force: true });
      else if (IS_SHA256.test(name) && name.startsWith(part)) await removeUnknown(name);
    }
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const makeFolder = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

function notKept(cause: unknown): never {
  if (cause instanceof BraidError) throw cause;
  throw new BraidError("STORE_UNAVAILABLE", say("attachment.not-kept.message"), {
    hint: say("attachment.not-kept.hint"),
    details: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}

export const tooLarge = (): BraidError =>
  new BraidError(
    "INVALID_INPUT",
    say("attachment.too-large.message", { megabytes: LARGEST_ATTACHMENT >> 20 }),
    {
      hint: say("attachment.too-large.hint"),
    },
  );
