/** Opens what somebody wants to import: a document, or a zip of documents with the bytes of attachments. The file is only read. */
import { createReadStream, type Stats } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Cancelled } from "../../upkeep/backups";
import { Broken, because } from "./broken";
import { Meter, textOf } from "./bytes";
import { documentsIn, type SourceDocument } from "./documents";
import { type FileBeside, FilesBeside } from "./foreign/files";
import type { Items } from "./items";
import { openZip, type ZipEntry } from "./open-zip";

export interface Source {
  name: string;
  /** Reads from the first document on; may be called again. Where a file cannot be read on, a document's items say so. @throws Cancelled */
  documents(): AsyncIterable<SourceDocument>;
  /** The files of attachments by their SHA-256. */
  blobs: ReadonlyMap<string, Pick<ZipEntry, "size" | "bytes">>;
  /** The part of the documents that was read, from 0 to 1. */
  share(): number;
  /** The files that are of no known kind and that no document names, once all documents were read. @param named see `Checked` */
  leftAlone(named: ReadonlySet<string>): readonly string[];
  /** @throws Broken where the file has changed since it was opened */
  assertSame(): Promise<void>;
  close(): void;
}

/** @param beside files that lie beside it in a chosen folder. @throws Broken; the file system's errors */
export async function openSource(
  path: string,
  isCancelled: () => boolean,
  beside: FilesBeside = new FilesBeside([]),
): Promise<Source> {
  const first = await stat(path);
  if (!first.isFile()) throw new Broken(because("unknown"));
  const assertSame = unchanged(path, first);
  if (await isZip(path)) return { ...(await zipSource(path, isCancelled)), assertSame };
  const name = basename(path);
  const file = { name, size: first.size, bytes: () => createReadStream(path) };
  return {
    ...sourceOf(name, [file], beside, isCancelled),
    ...{ blobs: new Map(), leftAlone: () => [], assertSame, close: () => undefined },
  };
}

/** Returns a function that throws Broken where the file is another one than it was. */
export const unchanged = (path: string, first: Stats) => async (): Promise<void> => {
  const now = await stat(path);
  if (now.size !== first.size || now.mtimeMs !== first.mtimeMs || now.ino !== first.ino)
    throw new Broken(because("changed"));
};

async function isZip(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1").startsWith("PK");
  } finally {
    await handle.close();
  }
}

function sourceOf(
  name: string,
  files: readonly (FileBeside & { size: number })[],
  beside: FilesBeside,
  isCancelled: () => boolean,
): Pick<Source, "name" | "documents" | "share"> {
  let meter = new Meter(0);
  return {
    name,
    share: () => meter.share(),
    async *documents() {
      meter = new Meter(files.reduce((sum, { size }) => sum + size, 0));
      for (const { name, bytes } of files) {
        try {
          yield* documentsIn(name, () => textOf(bytes(), meter, isCancelled), beside);
        } catch (error) {
          if (error instanceof Cancelled) throw error;
          yield { name, items: () => failing(error) };
        }
      }
    },
  };
}

// biome-ignore lint/correctness/useYield: a document that cannot be read has no items.
async function* failing(error: unknown): Items {
  throw error;
}

const DOCUMENT = /(?:^sessions\/[^/]+\.json|(?:^|\/)conversations[^/]*\.json|\.jsonl)$/i;
const BLOB = /^blobs\/([0-9a-f]{64})$/;

async function zipSource(path: string, isCancelled: () => boolean): Promise<Omit<Source, "assertSame">> {
  const { files, close } = await openZip(path);
  const isDocument = ({ name }: ZipEntry) => DOCUMENT.test(name);
  const documents = files.filter(isDocument);
  const others = files.filter((file) => !isDocument(file));
  const blobs = others.flatMap((file) => {
    const sha256 = BLOB.exec(file.name)?.[1];
    return sha256 === undefined ? [] : [[sha256, file] as const];
  });
  const beside = new FilesBeside(others);
  const ours = blobs.length > 0 || documents.some(({ name }) => name.startsWith("sessions/"));
  return {
    ...sourceOf(basename(path), documents, beside, isCancelled),
    ...{ blobs: new Map(blobs), close },
    leftAlone: (named) =>
      ours ? blobs.flatMap(([sha256, { name }]) => (named.has(sha256) ? [] : [name])) : beside.leftAlone(),
  };
}
