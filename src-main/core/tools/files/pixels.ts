/** Reads how large a picture is, and whether its end is there, from its bytes. Nothing is decoded: a small file may hold a huge picture. */
import { LONGEST_PICTURE_SIDE } from "../../../../src-preload/contract/domain/attachments";

export interface Pixels {
  width: number;
  height: number;
}

/** Returns true for a picture that providers refuse for one of its sides. */
export const isTooLong = ({ width, height }: Pixels): boolean =>
  Math.max(width, height) > LONGEST_PICTURE_SIDE;

/** Tells the size by the beginning of a picture. Undefined where that is damaged. */
export function pixelsOf(bytes: Buffer, media_type: string): Pixels | undefined {
  const pixels = FORMATS[media_type]?.pixels(bytes);
  return pixels !== undefined && pixels.width > 0 && pixels.height > 0 ? pixels : undefined;
}

/**
 * As `pixelsOf`; undefined also where the end is missing. A good picture is never refused for bytes behind its end, and a JPEG not for a
 * missing end mark: decoders open both. So a JPEG that was cut off behind the beginning of its scan counts as whole.
 */
export function wholePixelsOf(bytes: Buffer, media_type: string): Pixels | undefined {
  const pixels = pixelsOf(bytes, media_type);
  return pixels !== undefined && FORMATS[media_type]?.isWhole(bytes) ? pixels : undefined;
}

interface Format {
  pixels(bytes: Buffer): Pixels | undefined;
  /** Asked only where the beginning is sound. */
  isWhole(bytes: Buffer): boolean;
}

const FORMATS: Readonly<Record<string, Format>> = {
  "image/png": { pixels: ofPng, isWhole: (bytes) => bytes.lastIndexOf("IEND", -8) >= 33 },
  "image/jpeg": { pixels: ofJpeg, isWhole: hasScan },
  "image/gif": { pixels: ofGif, isWhole: hasGifEnd },
  "image/webp": { pixels: ofWebp, isWhole: (bytes) => bytes.readUInt32LE(4) + 8 <= bytes.length },
};

function ofPng(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 24 || textAt(bytes, 12, 4) !== "IHDR") return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const GIF_HEADER = 13;

function ofGif(bytes: Buffer): Pixels | undefined {
  if (bytes.length < GIF_HEADER) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Walks from block to block to the trailer. An unknown block counts as an end, because decoders show the picture so far. */
function hasGifEnd(bytes: Buffer): boolean {
  let at = GIF_HEADER + coloursBytes(bytes[10]);
  for (;;) {
    if (bytes[at] === 0x21) at = behindPieces(bytes, at + 2);
    else if (bytes[at] === 0x2c) at = behindPieces(bytes, at + 11 + coloursBytes(bytes[at + 9]));
    else return at < bytes.length;
  }
}

const coloursBytes = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** A block's data are pieces with their lengths; one of no length ends them. */
function behindPieces(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) at += 1 + length;
  return at + 1;
}

/** Markers that begin a frame, and so hold its size. The others of their range are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Markers without a length behind them: a byte of data that looks like a marker, and those that stand alone. */
const isAlone = (marker: number): boolean => marker <= 1 || (marker >= 0xd0 && marker <= 0xd9);

const SCAN = 0xda;

/** Segments and stray bytes before the frame. A hostile file would have millions. */
const MOST_BEFORE_FRAME = 100_000;

/** The place of the frame. Decoders skip stray bytes between two segments, and so does this. */
function frameOf(bytes: Buffer): number | undefined {
  let at = 2;
  for (let steps = 0; steps < MOST_BEFORE_FRAME && at + 9 < bytes.length; steps += 1) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff) at += 1;
    else if (isFrame(marker)) return at;
    else if (marker === SCAN) return undefined;
    else at += isAlone(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function ofJpeg(bytes: Buffer): Pixels | undefined {
  const at = frameOf(bytes);
  if (at === undefined) return undefined;
  return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
}

/** Returns true where data stands behind the head of a scan. */
function hasScan(bytes: Buffer): boolean {
  const scan = bytes.indexOf("ffda", frameOf(bytes), "hex");
  return scan >= 0 && scan + 4 < bytes.length && scan + 2 + bytes.readUInt16BE(scan + 2) < bytes.length;
}

function ofWebp(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 30) return undefined;
  switch (textAt(bytes, 12, 4)) {
    case "VP8 ":
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case "VP8L": {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

const textAt = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString("latin1", at, at + length);
