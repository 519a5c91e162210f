/** Reads a file of bounded size as text that can be written back byte for byte. */
import { isUtf8 } from "node:buffer";
import { constants } from "node:fs/promises";
import { openChecked } from "../../permissions/open-checked";
import type { ResolvedPath } from "../../permissions/paths";
import { type Encoding, encodingOf, fromUtf16, MARKS } from "../../text-encoding";
import { sizeInWords } from "../whole-text";
import { fingerprintOf } from "./fingerprint";
import { ACCESS_BITS } from "./replace-file";

/**
 * Reads a whole ordinary file. Returns undefined for its bytes where it is larger than `most`, in bytes.
 * @throws the file system's errors, and what `openChecked` throws for what is no ordinary file
 */
export async function readBounded(
  resolved: ResolvedPath,
  most: number,
): Promise<{ state: string; size: number; mode: number; bytes?: Buffer }> {
  const file = await openChecked(resolved, constants.O_RDONLY);
  try {
    const found = await file.stat({ bigint: true });
    if (found.isDirectory()) throw new Error(`${resolved.path} is a folder, not a file.`);
    const state = fingerprintOf(found);
    const size = Number(found.size);
    const mode = Number(found.mode) & ACCESS_BITS;
    if (size > most) return { state, size, mode };
    // Read no further than it says: a file that grows meanwhile has changed, and is noticed by its fingerprint.
    const bytes = Buffer.alloc(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(bytes, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { state, size, mode, bytes: bytes.subarray(0, filled) };
  } finally {
    await file.close();
  }
}

export interface FileText {
  /** Without the mark. */
  text: string;
  encoding: Encoding;
  has_mark: boolean;
}

/** Returns undefined where the bytes are no text: no valid UTF-8, or with zero bytes in it. */
export function decoded(bytes: Buffer): FileText | undefined {
  const { encoding, mark } = encodingOf(bytes);
  const body = bytes.subarray(mark);
  if (encoding === "utf-8" && !isUtf8(body)) return undefined;
  if (encoding !== "utf-8" && body.length % 2 !== 0) return undefined;
  const text = encoding === "utf-8" ? body.toString("utf8") : fromUtf16(body, encoding);
  return text.includes("\0") ? undefined : { text, encoding, has_mark: mark > 0 };
}

/** The bytes of a text, in the encoding and with the mark that its file had. */
export function encoded({ text, encoding, has_mark }: FileText): Buffer {
  const body =
    encoding === "utf-8" ? Buffer.from(text, "utf8") : swapped(Buffer.from(text, "utf16le"), encoding);
  const mark = has_mark ? MARKS.find(([name]) => name === encoding)?.[1] : undefined;
  return mark === undefined ? body : Buffer.concat([mark, body]);
}

const swapped = (bytes: Buffer, encoding: Encoding): Buffer =>
  encoding === "utf-16be" ? Buffer.from(bytes).swap16() : bytes;

/** @throws an error for the model */
export const tooLarge = (path: string, size: number, most: number): Error =>
  new Error(`${path} has ${sizeInWords(size)}; this tool changes files of at most ${sizeInWords(most)}.`);
