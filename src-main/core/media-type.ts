/** Tells the type of a file by its bytes (AG-7). A name says nothing: a page may be called `photo.png`. */
import { isUtf8 } from "node:buffer";

const PDF = "application/pdf";
export const TEXT = "text/plain";
const UNKNOWN = "application/octet-stream";

/** Latin-1 texts with which files begin, each with its place. */
const BEGINNINGS: readonly (readonly [type: string, ...parts: (readonly [at: number, text: string])[]])[] = [
  ["image/png", [0, "\x89PNG\r\n\x1a\n"]],
  ["image/jpeg", [0, "\xff\xd8\xff"]],
  ["image/gif", [0, "GIF87a"]],
  ["image/gif", [0, "GIF89a"]],
  ["image/webp", [0, "RIFF"], [8, "WEBP"]],
  [PDF, [0, "%PDF-"]],
];
const LONGEST_BEGINNING = 12;

export interface TypeFinder {
  /** Takes the next piece of the file in. */
  take(piece: Uint8Array): void;
  /** The type of all that was taken. */
  type(): string;
}

export function createTypeFinder(): TypeFinder {
  let head = "";
  let isText = true;
  /** The bytes of a character that the last piece has cut in two. */
  let cut: Uint8Array = new Uint8Array();
  return {
    take(piece) {
      if (head.length < LONGEST_BEGINNING)
        head += Buffer.from(piece.subarray(0, LONGEST_BEGINNING - head.length)).toString("latin1");
      if (!isText) return;
      const joined = cut.length === 0 ? piece : Buffer.concat([cut, piece]);
      const end = joined.length - cutLength(joined);
      const whole = joined.subarray(0, end);
      isText = !whole.includes(0) && isUtf8(whole);
      cut = Buffer.from(joined.subarray(end));
    },
    type() {
      const known = BEGINNINGS.find(([, ...parts]) => parts.every(([at, text]) => head.startsWith(text, at)));
      if (known !== undefined) return known[0];
      return isText && cut.length === 0 ? TEXT : UNKNOWN;
    },
  };
}

/** How many bytes at the end begin a character that is not whole. */
function cutLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
