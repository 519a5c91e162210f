/** Decides what a model will not read of the files of a message (AG-7), as main tells them to it. Pure. */
import {
  type AttachmentRef,
  kindOf,
  LARGEST_PICTURE,
  LONGEST_TOLD,
  type ReadableKind,
  TEXT,
} from "../../../src-preload/contract/domain/attachments";

type Files = readonly AttachmentRef[];

/** The kinds among the files that a model does not read which reads these. */
export function unreadKinds(files: Files, reads: readonly ReadableKind[]): ReadableKind | "both" | undefined {
  const kinds = new Set(files.map(({ media_type }) => kindOf(media_type)));
  const isUnread = (kind: ReadableKind) => kinds.has(kind) && !reads.includes(kind);
  if (isUnread("image")) return isUnread("pdf") ? "both" : "image";
  return isUnread("pdf") ? "pdf" : undefined;
}

/** The pictures that are not sent to a model that reads pictures, because providers refuse them. */
export const largePictures = (
  files: Files,
  reads: readonly ReadableKind[],
  long_sided: ReadonlySet<string>,
): Files =>
  reads.includes("image")
    ? files.filter(
        ({ media_type, size, sha256 }) =>
          kindOf(media_type) === "image" && (size > LARGEST_PICTURE || long_sided.has(sha256)),
      )
    : [];

/** The files of which every model gets the name alone: documents of Office, pictures in other formats, archives. */
export const namedAlone = (files: Files): Files =>
  files.filter(({ media_type }) => kindOf(media_type) === undefined && media_type !== TEXT);

/** The texts that may be longer than what is told: a character has one byte at least. */
export const longTexts = (files: Files): Files =>
  files.filter(({ media_type, size }) => media_type === TEXT && size > LONGEST_TOLD);
