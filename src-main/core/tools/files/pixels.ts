/** Reads how large a picture is, and whether its end is there, from its bytes. Nothing is decoded: a small file may hold a huge picture. */
import { LONGEST_PICTURE_SIDE } from "../../../../src-preload/contract/domain/attachments";

export interface Pixels {
  width: number;
  height: number;
}

/** Returns true for a picture that providers refuse for one of its sides. */
export const isTooLong = ({ width, height }: Pixels): boolean =>
  Math.max(width, height) > LONGEST_PICTURE_SIDE;

/** Undefined for a picture that is damaged, or whose end is missing. */
export function pixelsOf(bytes: Buffer, media_type: string): Pixels | undefined {
  const pixels = FORMATS[media_type]?.(bytes);
  return pixels !== undefined && pixels.width > 0 && pixels.height > 0 ? pixels : undefined;
}

const FORMATS: Readonly<Record<string, (bytes: Buffer) => Pixels | undefined>> = {
  "image/png": ofPng,
  "image/jpeg": ofJpeg,
  "image/gif": ofGif,
  "image/webp": ofWebp,
};

function ofPng(bytes: Buffer): Pixels | undefined {
  if (textAt(bytes, 12, 4) !== "IHDR" || bytes.lastIndexOf("IEND", -8) < 33) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The end of some files has bytes behind it: a comment, or padding. */
const BEHIND_GIF = 16;

function ofGif(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 14 || !bytes.subarray(-BEHIND_GIF).includes(0x3b)) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Markers that begin a frame, and so hold its size. The others of their range are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function ofJpeg(bytes: Buffer): Pixels | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      const isWhole = bytes.lastIndexOf("ffd9", undefined, "hex") > at;
      return isWhole ? { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) } : undefined;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

function ofWebp(bytes: Buffer): Pixels | undefined {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
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
