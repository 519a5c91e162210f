/** Tells the type of a file by its bytes (AG-7). A name says nothing: a page may be called `photo.png`. */
import { TEXT } from "../../src-preload/contract/domain/attachments";
import { createTextCheck } from "./text-check";

const PDF = "application/pdf";
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
  const text = createTextCheck();
  return {
    take(piece) {
      if (head.length < LONGEST_BEGINNING)
        head += Buffer.from(piece.subarray(0, LONGEST_BEGINNING - head.length)).toString("latin1");
      text.take(piece);
    },
    type() {
      const known = BEGINNINGS.find(([, ...parts]) => parts.every(([at, text]) => head.startsWith(text, at)));
      if (known !== undefined) return known[0];
      return text.isText() ? TEXT : UNKNOWN;
    },
  };
}
