/** Opens what somebody wants to import: a document, or a zip of documents with the bytes of attachments. The file is only read. */
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import * as yauzl from "yauzl";
import { Broken, because } from "./broken";
import type { Items } from "./items";
import { readArchive } from "./read-archive";
import { readTree } from "./read-tree";

/** A document, from its beginning. May be read twice. */
export interface SourceDocument {
  /** The path in the zip, or the file's own name. */
  name: string;
  items(): Items;
}

export interface Source {
  documents: readonly SourceDocument[];
  /** The bytes of attachments by their SHA-256. */
  blobs: ReadonlyMap<string, () => Promise<AsyncIterable<Uint8Array>>>;
  /** @throws Broken where the file has changed since it was opened */
  assertSame(): Promise<void>;
  close(): void;
}

/** Bytes. A smaller one unpacks in no time, whatever it says. */
const LARGE = 100 * 1024 * 1024;
/** Text of chats packs to a tenth, very like text to a hundredth; a bomb to a thousandth. */
const MOST_PACKED = 200;
const MOST_ENTRIES = 1_000_000;

/** @throws Broken; the file system's errors */
export async function openSource(path: string): Promise<Source> {
  const first = await stat(path);
  if (!first.isFile()) throw new Broken(because("unknown"));
  const assertSame = async () => {
    const now = await stat(path);
    if (now.size !== first.size || now.mtimeMs !== first.mtimeMs || now.ino !== first.ino)
      throw new Broken(because("changed"));
  };
  if (await isZip(path)) return { ...(await openZip(path)), assertSame };
  const name = basename(path);
  const items = () => itemsOf(name, () => textOf(createReadStream(path)));
  return { documents: [{ name, items }], blobs: new Map(), assertSame, close: () => undefined };
}

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1").startsWith("PK");
  } finally {
    await handle.close();
  }
}

const itemsOf = (name: string, text: () => AsyncIterable<string>): Items =>
  name.toLowerCase().endsWith(".jsonl") ? readTree(text) : readArchive(text());

/** @throws Broken where it is no UTF-8 */
async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const sound = (text: string): string => {
    // JSON has no NUL; another encoding of it has little else.
    if (text.includes("\0")) throw new Broken(because("encoding"));
    return text;
  };
  try {
    for await (const piece of bytes) yield sound(decoder.decode(piece, { stream: true }));
    yield sound(decoder.decode());
  } catch (error) {
    throw error instanceof TypeError ? new Broken(because("encoding")) : error;
  }
}

const opening = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

async function openZip(path: string): Promise<Omit<Source, "assertSame">> {
  const zip = await opening(path, { lazyEntries: true, autoClose: false }).catch(damaged);
  const entries = await entriesOf(zip).catch((error: unknown) => {
    zip.close();
    return damaged(error);
  });
  const bytes = (entry: yauzl.Entry) =>
    new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
    }).catch(damaged);
  async function* unpacked(entry: yauzl.Entry): AsyncIterable<Uint8Array> {
    try {
      yield* await bytes(entry);
    } catch (error) {
      damaged(error);
    }
  }
  const documents = entries
    .filter(({ fileName }) => /(?:^sessions\/[^/]+\.json|\.jsonl)$/i.test(fileName))
    .map((entry) => ({
      name: entry.fileName,
      items: () => itemsOf(entry.fileName, () => textOf(unpacked(entry))),
    }));
  const blobs = entries.flatMap((entry) => {
    const sha256 = /^blobs\/([0-9a-f]{64})$/.exec(entry.fileName)?.[1];
    return sha256 === undefined ? [] : [[sha256, async () => unpacked(entry)] as const];
  });
  return { documents, blobs: new Map(blobs), close: () => zip.close() };
}

function entriesOf(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on("error", reject);
    zip.on("end", () => resolve(entries));
    zip.on("entry", (entry: yauzl.Entry) => {
      const { uncompressedSize, compressedSize } = entry;
      if (uncompressedSize > LARGE && uncompressedSize > MOST_PACKED * compressedSize)
        return reject(new Broken(because("bomb")));
      entries.push(entry);
      if (entries.length > MOST_ENTRIES) return reject(new Broken(because("bomb")));
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function damaged(error: unknown): never {
  if (error instanceof Broken) throw error;
  const message = error instanceof Error ? error.message : String(error);
  throw new Broken(
    because(
      /invalid (?:relative path|characters in fileName)|absolute path/.test(message) ? "leads-out" : "no-zip",
    ),
  );
}
