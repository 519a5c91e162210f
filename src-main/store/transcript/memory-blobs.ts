/** The bytes of files in memory alone (SE-10). Their rows are those of any blob. */
import { createHash } from "node:crypto";
import { LARGEST_ATTACHMENT } from "../../../src-preload/contract/domain/attachments";
import { createTypeFinder } from "../../core/media-type";
import type { BlobStore } from "../../core/ports/blob-store";
import type { BlobRows } from "./blob-rows";
import { tooLarge } from "./blobs";

const AT_ONCE = 100;

export function memoryBlobs(rows: BlobRows): BlobStore {
  const kept = new Map<string, Buffer>();
  return {
    async putBlob(pieces, now) {
      const types = createTypeFinder();
      const all: Uint8Array[] = [];
      let size = 0;
      for await (const piece of pieces) {
        size += piece.length;
        if (size > LARGEST_ATTACHMENT) throw tooLarge();
        types.take(piece);
        all.push(piece);
      }
      const bytes = Buffer.concat(all);
      const blob = {
        sha256: createHash("sha256").update(bytes).digest("hex"),
        media_type: types.type(),
        size,
      };
      kept.set(blob.sha256, bytes);
      rows.noteBlob(blob, now);
      return blob;
    },
    blob: (sha256) => rows.blob(sha256),
    readBlob: async (sha256, most = LARGEST_ATTACHMENT) => kept.get(sha256)?.subarray(0, most),
    async sweepBlobs(now) {
      for (const sha256 of rows.unusedBlobs(now, AT_ONCE))
        if (rows.dropBlob(sha256, now)) kept.delete(sha256);
    },
  };
}
