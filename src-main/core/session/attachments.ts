/** Takes files in for messages (AG-7), and checks those that a message names: only the store says what a file is. */
import {
  type AttachmentRef,
  blobUrl,
  MOST_ATTACHMENTS,
  PICTURE_TYPES,
} from "../../../src-preload/contract/domain/attachments";
import type { BraidPart } from "../../../src-preload/contract/domain/messages";
import { BraidError } from "../braid-error";
import { cleanName } from "../clean-name";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { wholePixelsOf } from "../tools/files/pixels";

type Store = Pick<TurnDeps["store"], "blob">;

export interface Picture {
  media_type: string;
  bytes: Buffer;
}

export class Attachments {
  constructor(private readonly deps: Pick<TurnDeps, "store" | "clock">) {}

  /**
   * Keeps the bytes. The name is shown as it is, without signs that would disguise it. Refuses a picture that was cut off, as a download may
   * be: providers would refuse each request with it. Its bytes are swept, as no message names them.
   * @throws BraidError `INVALID_INPUT` for such a picture; as `putBlob`, and what `pieces` throws
   */
  async add(pieces: AsyncIterable<Uint8Array>, filename: string): Promise<AttachmentRef> {
    const { store, clock } = this.deps;
    const blob = await store.putBlob(pieces, clock.now());
    const bytes = PICTURE_TYPES.includes(blob.media_type) ? await store.readBlob(blob.sha256) : undefined;
    if (bytes !== undefined && wholePixelsOf(bytes, blob.media_type) === undefined)
      throw new BraidError("INVALID_INPUT", say("attachment.damaged.message"), {
        hint: say("attachment.damaged.hint"),
      });
    return { ...blob, filename: cleanName(filename) };
  }

  /** A kept file as its user wants to save it. @throws BraidError `INVALID_INPUT` where it is not there */
  async whole({ sha256, filename }: Pick<AttachmentRef, "sha256" | "filename">) {
    const name = cleanName(filename);
    const bytes = await this.deps.store.readBlob(sha256);
    if (bytes === undefined) throw new BraidError("INVALID_INPUT", say("attachment.gone.message", { name }));
    return { filename: name, bytes };
  }

  /** A picture that a window may show; undefined for any other file, and where it is not there. */
  async picture(sha256: string): Promise<Picture | undefined> {
    const { store } = this.deps;
    const media_type = store.blob(sha256)?.media_type;
    if (media_type === undefined || !PICTURE_TYPES.includes(media_type)) return undefined;
    const bytes = await store.readBlob(sha256);
    return bytes && { media_type, bytes };
  }
}

/** The files as the store knows them. @throws BraidError `INVALID_INPUT` where one is not kept any more, or where there are too many */
export function checkedAttachments(
  store: Store,
  attachments: readonly AttachmentRef[] = [],
): AttachmentRef[] {
  if (attachments.length > MOST_ATTACHMENTS)
    throw new BraidError("INVALID_INPUT", say("attachment.too-many", { most: MOST_ATTACHMENTS }));
  return attachments.map(({ sha256, filename }) => {
    const blob = store.blob(sha256);
    const name = cleanName(filename);
    if (blob !== undefined) return { ...blob, filename: name };
    throw new BraidError("INVALID_INPUT", say("attachment.gone.message", { name }), {
      hint: say("attachment.gone.hint"),
    });
  });
}

/** The files of a draft that are still kept: nothing that was written is refused for the sake of one. */
export const keptAttachments = (store: Store, attachments: readonly AttachmentRef[]): AttachmentRef[] =>
  attachments.flatMap(({ sha256, filename }) => {
    const blob = store.blob(sha256);
    return blob === undefined ? [] : [{ ...blob, filename: cleanName(filename) }];
  });

export const filePart = ({ sha256, media_type, filename }: AttachmentRef): BraidPart => ({
  type: "file",
  mediaType: media_type,
  filename,
  url: blobUrl(sha256),
});
