/** Opens a zip of documents, with the bytes of attachments beside them. Nothing is unpacked onto the disk. */
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import * as yauzl from "yauzl";
import { Broken, because } from "./broken";

export interface ZipFiles {
  files: readonly ZipEntry[];
  close(): void;
}

export interface ZipEntry {
  name: string;
  /** Bytes, unpacked, as the zip says. An entry that unpacks to more is damaged. */
  size: number;
  /** @throws Broken */
  bytes(): AsyncIterable<Uint8Array>;
}

/** Bytes. A smaller one unpacks in no time, whatever it says. */
const LARGE = 100 * 1024 * 1024;
/** Text of chats packs to a tenth, very like text to a hundredth; a bomb to a thousandth. */
const MOST_PACKED = 200;
const MOST_ENTRIES = 1_000_000;

const opening = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

/** @throws Broken; the file system's errors */
export async function openZip(path: string): Promise<ZipFiles> {
  const { size } = await stat(path);
  const zip = await opening(path, { lazyEntries: true, autoClose: false }).catch(damaged);
  const entries = await entriesOf(zip, size).catch((error: unknown) => {
    zip.close();
    return damaged(error);
  });
  const stream = (entry: yauzl.Entry) =>
    new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found)));
    }).catch(damaged);
  async function* unpacked(entry: yauzl.Entry): AsyncIterable<Uint8Array> {
    try {
      yield* await stream(entry);
    } catch (error) {
      damaged(error);
    }
  }
  const files = entries
    .filter(({ fileName }) => !fileName.endsWith("/"))
    .map((entry) => ({ name: entry.fileName, size: entry.uncompressedSize, bytes: () => unpacked(entry) }));
  return { files, close: () => zip.close() };
}

/**
 * Refuses an entry that is a bomb, and many that are one together. Their sum is held against the file and not against what they say to take
 * of it, for several entries may name the same bytes. @param size bytes of the file
 */
function entriesOf(zip: yauzl.ZipFile, size: number): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    let sum = 0;
    zip.on("error", reject);
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: yauzl.Entry) => {
      const { uncompressedSize, compressedSize } = entry;
      sum += uncompressedSize;
      if (isBomb(uncompressedSize, compressedSize) || isBomb(sum, size))
        return reject(new Broken(because("bomb")));
      entries.push(entry);
      if (entries.length > MOST_ENTRIES) return reject(new Broken(because("bomb")));
      zip.readEntry();
    });
    zip.readEntry();
  });
}

const isBomb = (unpacked: number, packed: number): boolean =>
  unpacked > LARGE && unpacked > MOST_PACKED * packed;

function damaged(error: unknown): never {
  if (error instanceof Broken) throw error;
  const message = error instanceof Error ? error.message : String(error);
  throw new Broken(
    because(
      /invalid (?:relative path|characters in fileName)|absolute path/.test(message) ? "leads-out" : "no-zip",
    ),
  );
}
