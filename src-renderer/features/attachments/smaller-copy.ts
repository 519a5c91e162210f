/**
 * Takes a smaller copy of an attached picture that providers would refuse (AG-7). The page reads it from main, where its bytes are kept
 * already, so that dropped, pasted and chosen files go the same way. Main sweeps the original, which no message names.
 */
import {
  type AttachmentRef,
  LARGEST_PICTURE,
  LONGEST_PICTURE_SIDE,
  PICTURE_TYPES,
} from "../../../src-preload/contract/domain/attachments";
import { addFile } from "../../platform/bridge";
import { pictureAddress } from "../../thread/picture-address";

/** Pixels. A decoded picture takes four bytes for each: a small file may hold a huge one, and stays as it is. */
const MOST_PIXELS = 120_000_000;
/** Pixels of the longest side of a copy: models see no more of a picture. */
const LONGEST_SIDE = 2000;

/** Returns the file itself where it is no such picture, or where no copy could be made of it. Never rejects. */
export async function withinBounds(file: AttachmentRef): Promise<AttachmentRef> {
  if (!PICTURE_TYPES.includes(file.media_type)) return file;
  try {
    const picture = await loaded(file);
    const { naturalWidth: width, naturalHeight: height } = picture;
    const fits = file.size <= LARGEST_PICTURE && Math.max(width, height) <= LONGEST_PICTURE_SIDE;
    if (fits || width * height > MOST_PIXELS) return file;
    // Without this, drawing decodes it in the thread of the page.
    await picture.decode();
    const copy = await encoded(drawn(picture), file.media_type);
    if (copy === undefined) return file;
    const taken = await addFile(new File([copy], file.filename));
    return "sha256" in taken ? taken : file;
  } catch {
    return file;
  }
}

/** Resolves when the sides of the picture are known; its pixels are not decoded yet. */
function loaded({ sha256 }: AttachmentRef): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error("The picture cannot be shown."));
    picture.src = pictureAddress(sha256);
  });
}

function drawn(picture: HTMLImageElement): OffscreenCanvas {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(naturalWidth, naturalHeight));
  const [width, height] = [naturalWidth, naturalHeight].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const canvas = new OffscreenCanvas(width, height);
  const pen = penOf(canvas);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/** Keeps each pixel where the bounds allow it. Undefined where even a coarse copy has too many bytes. */
async function encoded(canvas: OffscreenCanvas, media_type: string): Promise<Blob | undefined> {
  if (media_type !== "image/jpeg") {
    const exact = await canvas.convertToBlob({ type: "image/png" });
    if (exact.size <= LARGEST_PICTURE) return exact;
  }
  // A JPEG has no clear pixels: without this they would be black.
  const pen = penOf(canvas);
  pen.globalCompositeOperation = "destination-over";
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const quality of [0.9, 0.7]) {
    const copy = await canvas.convertToBlob({ type: "image/jpeg", quality });
    if (copy.size <= LARGEST_PICTURE) return copy;
  }
  return undefined;
}

function penOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("The page has no room for a canvas.");
  return pen;
}
