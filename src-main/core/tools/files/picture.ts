/** Shows a picture to a model (AG-1), and says in a sentence why one is not shown. */
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import {
  LARGEST_PICTURE,
  LONGEST_PICTURE_SIDE,
  PICTURE_TYPES,
} from "../../../../src-preload/contract/domain/attachments";
import { createTypeFinder } from "../../media-type";
import type { ToolCallContext } from "../../ports/tools";
import { counted, shownName, sizeInWords } from "../whole-text";
import { isTooLong, type Pixels, wholePixelsOf } from "./pixels";

/** A window takes four bytes for each of them while it shows the picture. */
const MOST_PIXELS = 40_000_000;

/** The type of a picture that windows and models know, by the first bytes of a file. */
export function pictureType(start: Buffer): string | undefined {
  const finder = createTypeFinder();
  finder.take(start);
  const type = finder.type();
  return PICTURE_TYPES.includes(type) ? type : undefined;
}

interface PictureFile {
  /** As the model named it. */
  path: string;
  media_type: string;
  /** Bytes. */
  size: number;
}

/** Returns what the model reads of it as words. @throws where the picture could not be kept */
export async function showPicture(
  file: FileHandle,
  { path, media_type, size }: PictureFile,
  show: ToolCallContext["show"],
): Promise<string> {
  const is = `${shownName(path)} is an image (${media_type}) of ${sizeInWords(size)}`;
  if (size > LARGEST_PICTURE)
    return `${is}. It is not shown, because models take images of at most ${sizeInWords(LARGEST_PICTURE)}. ${SMALLER}`;
  const bytes = await bytesOf(file, size);
  const pixels = wholePixelsOf(bytes, media_type);
  if (pixels === undefined) return `${is}. It is damaged, or its end is missing, so it is not shown.`;
  const measured = `${is}, ${pixels.width} × ${pixels.height} pixels`;
  if (isHuge(pixels))
    return `${measured}. It is not shown, because that is more than ${counted(LONGEST_PICTURE_SIDE, "pixel")} a side, or than ${counted(MOST_PIXELS, "pixel")}. ${SMALLER}`;
  if (show === undefined) return `${measured}. It cannot be shown here.`;
  await show({ bytes, filename: basename(path) });
  return `${measured}.`;
}

const SMALLER = "Make a smaller copy of it, and read that.";

const isHuge = (pixels: Pixels): boolean => isTooLong(pixels) || pixels.width * pixels.height > MOST_PIXELS;

/** A file that has become shorter since gives fewer bytes. */
export async function bytesOf(file: FileHandle, size: number): Promise<Buffer> {
  const buffer = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(buffer, length, size - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}
