/** Files that a user adds to a message (AG-7). Their bytes lie once in the blob store (DB-9); everything else names them. */

/** A file as a message, a draft or a waiting message names it. */
export interface AttachmentRef {
  /** The SHA-256 of its bytes, in hexadecimal. */
  sha256: string;
  /** Told by the bytes, never by the name. */
  media_type: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/** Files of one message (AG-7). */
export const MOST_ATTACHMENTS = 10;
/** Bytes of one file. */
export const LARGEST_ATTACHMENT = 50 * 1024 * 1024;
/** Characters of a file's name. */
export const LONGEST_FILENAME = 255;

/** The kinds of file that a model may read beside text. */
export const READABLE_KINDS = ["image", "pdf"] as const;
export type ReadableKind = (typeof READABLE_KINDS)[number];

/** Pictures that a window shows. None of these formats can hold a script. */
export const PICTURE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/**
 * Bytes of a picture that models take. Providers refuse larger ones, and a picture that is refused spoils each later request of its session.
 * These are 5 MB as they are sent.
 */
export const LARGEST_PICTURE = 3_750_000;
/** Pixels of a side of such a picture. */
export const LONGEST_PICTURE_SIDE = 8000;

/** The type of every text, whatever its encoding. */
export const TEXT = "text/plain";
/** Characters of a text that a model is told. */
export const LONGEST_TOLD = 100_000;

/** The kind as which a model would have to read the file; undefined for one that goes as text, or by its name. */
export function kindOf(media_type: string | undefined): ReadableKind | undefined {
  if (media_type === undefined) return undefined;
  if (PICTURE_TYPES.includes(media_type)) return "image";
  return media_type === "application/pdf" ? "pdf" : undefined;
}

const SCHEME = "blob:";

/** The `url` of a part of type `file` whose bytes are in the blob store. */
export const blobUrl = (sha256: string): string => `${SCHEME}${sha256}`;

/** The SHA-256 in such a `url`; undefined for any other. */
export function sha256In(url: string): string | undefined {
  const sha256 = url.startsWith(SCHEME) ? url.slice(SCHEME.length) : "";
  return /^[0-9a-f]{64}$/.test(sha256) ? sha256 : undefined;
}

/** The fields of a message that name its files. */
interface WithFiles {
  parts: readonly { type: string; url?: unknown; mediaType?: unknown; filename?: unknown }[];
  metadata?: { attachments?: AttachmentRef[] } | undefined;
}

/** The files of a user's message, in order. */
export function attachmentsOf({ parts, metadata }: WithFiles): AttachmentRef[] {
  return parts.flatMap(({ type, url, mediaType, filename }) => {
    const sha256 = type === "file" && typeof url === "string" ? sha256In(url) : undefined;
    if (sha256 === undefined) return [];
    const { size = 0 } = metadata?.attachments?.find((file) => file.sha256 === sha256) ?? {};
    return [{ sha256, media_type: String(mediaType), filename: String(filename ?? ""), size }];
  });
}

/** Returns true for the same files, under the same names, in the same order. */
export const sameAttachments = (a: readonly AttachmentRef[], b: readonly AttachmentRef[]): boolean =>
  a.length === b.length &&
  a.every(({ sha256, filename }, at) => sha256 === b[at]?.sha256 && filename === b[at].filename);
