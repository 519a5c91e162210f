/** The part of the store that keeps the bytes of files, each once, under their SHA-256 (DB-9). */
import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";

export type StoredBlob = Omit<AttachmentRef, "filename">;

export interface BlobStore {
  /**
   * Keeps bytes, which come in pieces, and tells their type. The bytes are on the disk when the promise resolves. Nothing holds the thread
   * longer than a piece takes.
   * @throws BraidError `INVALID_INPUT` where there are more than `LARGEST_ATTACHMENT`, `STORE_UNAVAILABLE`; what `pieces` throws
   */
  putBlob(pieces: AsyncIterable<Uint8Array>, now: number): Promise<StoredBlob>;
  /** Undefined where the store does not have it. */
  blob(sha256: string): StoredBlob | undefined;
  /** The first `most` bytes, or all. Undefined where the file is not there, or cannot be read. */
  readBlob(sha256: string, most?: number): Promise<Buffer | undefined>;
  /**
   * Removes the blobs that no message, no waiting message, no draft and no change of a file uses: at once where a session that used them was removed for good
   * (DB-10), otherwise a day after they were put. `files` also removes files that neither the database nor a library
   * that may come back knows.
   */
  sweepBlobs(now: number, how?: { files: boolean }): Promise<void>;
}
