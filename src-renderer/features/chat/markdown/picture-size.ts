/**
 * Reads the size of a picture from its first bytes, because a few bytes can ask for gigabytes when they are decoded. Pure; knows PNG, JPEG,
 * GIF and WebP, the kinds that are shown.
 */

/** The most pixels (width times height), more than a photograph of a good camera has. Each takes four bytes when it is drawn. */
const MOST_PIXELS = 40_000_000;

export interface PictureSize {
  width: number;
  height: number;
}

/** The base64 characters that are read of a picture. A JPEG is read whole, because its size may come late. */
const HEAD = 64;

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** Reads a number; NaN if the picture ends before it. */
function number(bytes: Uint8Array, at: number, length: number, order: "big" | "little"): number {
  let value = 0;
  for (let step = 0; step < length; step++) {
    const byte = bytes[order === "big" ? at + step : at + length - 1 - step];
    if (byte === undefined) return Number.NaN;
    value = value * 256 + byte;
  }
  return value;
}

function sizeOfPng(bytes: Uint8Array): PictureSize | undefined {
  if (text(bytes, 1, 3) !== "PNG" || text(bytes, 12, 4) !== "IHDR") return undefined;
  return { width: number(bytes, 16, 4, "big"), height: number(bytes, 20, 4, "big") };
}

function sizeOfGif(bytes: Uint8Array): PictureSize | undefined {
  if (!/^GIF8[79]a$/.test(text(bytes, 0, 6))) return undefined;
  return { width: number(bytes, 6, 2, "little"), height: number(bytes, 8, 2, "little") };
}

/** Reads the size of all kinds of WebP: lossy, lossless, or with a header for the whole canvas. */
function sizeOfWebp(bytes: Uint8Array): PictureSize | undefined {
  if (text(bytes, 0, 4) !== "RIFF" || text(bytes, 8, 4) !== "WEBP") return undefined;
  const kind = text(bytes, 12, 4);
  if (kind === "VP8 ")
    return {
      width: number(bytes, 26, 2, "little") & 0x3fff,
      height: number(bytes, 28, 2, "little") & 0x3fff,
    };
  if (kind === "VP8L") {
    const packed = number(bytes, 21, 4, "little");
    return { width: (packed % 0x4000) + 1, height: (Math.floor(packed / 0x4000) % 0x4000) + 1 };
  }
  if (kind !== "VP8X") return undefined;
  return { width: number(bytes, 24, 3, "little") + 1, height: number(bytes, 27, 3, "little") + 1 };
}

/** Returns true for the markers of a frame, one for each kind of compression. Three other markers only look alike. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Reads segment by segment, each by its length, up to the one with the size. */
function sizeOfJpeg(bytes: Uint8Array): PictureSize | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return { width: number(bytes, at + 7, 2, "big"), height: number(bytes, at + 5, 2, "big") };
    const length = number(bytes, at + 2, 2, "big");
    if (!(length >= 2)) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** Returns undefined for any other kind, and for a picture that ends before its size. `address` is a `data:` address in base64. */
export function pictureSize(address: string): PictureSize | undefined {
  const base64 = address.slice(address.indexOf(",") + 1);
  const head = bytesOf(base64.slice(0, HEAD));
  if (head === undefined) return undefined;
  const isJpeg = head[0] === 0xff && head[1] === 0xd8;
  const whole = isJpeg ? bytesOf(base64) : head;
  const size = whole && (sizeOfPng(whole) ?? sizeOfGif(whole) ?? sizeOfWebp(whole) ?? sizeOfJpeg(whole));
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

/** Returns true if a picture may be decoded. One without a size may not. */
export function mayBeDecoded(address: string): boolean {
  const size = pictureSize(address);
  return size !== undefined && size.width * size.height <= MOST_PIXELS;
}
