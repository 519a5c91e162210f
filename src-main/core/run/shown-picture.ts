/** Keeps a picture or a PDF that a tool shows in the blob store (DB-9), and makes the part that stands behind the call. */
import { blobUrl } from "../../../src-preload/contract/domain/attachments";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { pictureMetadata } from "../../../src-preload/contract/domain/tool-pictures";
import { cleanName } from "../clean-name";
import type { ShownPicture } from "../ports/tools";
import { piecesOf } from "./keep-file";
import type { TurnDeps } from "./turn-context";

type FileChunk = Extract<Chunk, { type: "file" }>;

/** @throws BraidError as the store's `putBlob` */
export async function pictureChunk(
  { store, clock }: Pick<TurnDeps, "store" | "clock">,
  tool_call_id: string,
  { bytes, filename, pages }: ShownPicture,
): Promise<FileChunk> {
  const { sha256, media_type } = await store.putBlob(piecesOf(bytes), clock.now());
  return {
    type: "file",
    mediaType: media_type,
    url: blobUrl(sha256),
    providerMetadata: pictureMetadata({ tool_call_id, filename: cleanName(filename), pages }),
  };
}
