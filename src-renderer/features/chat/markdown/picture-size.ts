/**
 * How large a picture says it is, read from its first bytes: a few of them can ask for gigabytes, which are taken when it is decoded. Pure;
 * knows PNG, JPEG, GIF and WebP, the kinds that are shown.
 */

/** Width times height; a photograph of a good camera has less. Four bytes each when it is drawn. */
const MOST_PIXELS = 40_000_000;

export interface PictureSize {
  width: number;
  height: number;
}

/** The bytes of the first frame's header, at most; JPEG may say a lot before it says its size. */
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

/** A picture that ends before it has said its size has none. */
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

/** Lossy, lossless, or with a header that says the size of the whole canvas. */
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

/** The markers of a frame: one for each kind of compression, without three that only look alike. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments follow each other, each with its length, until one says the size. */
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

/** Undefined where it is none of these kinds, or ends before it has said its size. `address` is a `data:` address in base64. */
export function pictureSize(address: string): PictureSize | undefined {
  const base64 = address.slice(address.indexOf(",") + 1);
  const head = bytesOf(base64.slice(0, HEAD));
  if (head === undefined) return undefined;
  const isJpeg = head[0] === 0xff && head[1] === 0xd8;
  const whole = isJpeg ? bytesOf(base64) : head;
  const size = whole && (sizeOfPng(whole) ?? sizeOfGif(whole) ?? sizeOfWebp(whole) ?? sizeOfJpeg(whole));
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

/** Returns true if a picture may be decoded; one that does not say its size may not. */
export function mayBeDecoded(address: string): boolean {
  const size = pictureSize(address);
  return size !== undefined && size.width * size.height <= MOST_PIXELS;
}
