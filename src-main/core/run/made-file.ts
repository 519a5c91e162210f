/** Keeps a file that a model has made, such as a picture, in the blob store (DB-9): its part names the bytes, and does not hold them. */
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import type { StoredBlob } from "../ports/blob-store";
import { nextTurn } from "../time-slice";

type FileChunk = Extract<Chunk, { type: "file" }>;

/** @throws BraidError as the store's `putBlob` */
export type KeepFile = (pieces: AsyncIterable<Uint8Array>) => Promise<StoredBlob>;

/** Characters of base64 (DB-9). A smaller file stays in its part. */
const LEAST = 1024;

/** Characters; a multiple of four, so that each piece is whole bytes. Reading one takes less than a millisecond. */
const PIECE = 1024 * 1024;

/**
 * Returns the chunk to publish: its type is told by the bytes, as that of every kept file. A small file, and an address that holds no
 * bytes, stay as they are.
 * @throws BraidError as `putBlob`
 */
export async function keptFile(chunk: FileChunk, keep: KeepFile): Promise<FileChunk> {
  const begin = /^data:[^,]*;base64,/.exec(chunk.url.slice(0, 300))?.[0].length;
  if (begin === undefined || chunk.url.length - begin < LEAST) return chunk;
  const { sha256, media_type } = await keep(bytesOf(chunk.url, begin));
  return { ...chunk, mediaType: media_type, url: blobUrl(sha256) };
}

async function* bytesOf(url: string, begin: number): AsyncGenerator<Uint8Array> {
  for (let at = begin; at < url.length; at += PIECE) {
    if (at > begin) await nextTurn();
    yield Buffer.from(url.slice(at, at + PIECE), "base64");
  }
}
