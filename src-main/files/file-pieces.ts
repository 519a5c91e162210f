/** Reads an ordinary file piece by piece, so that a large one neither fills the memory nor holds the thread. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { BraidError } from "../core/braid-error";
import { say } from "../core/say";

/** Bytes. Hashing one takes far less than a millisecond. */
const PIECE = 256 * 1024;

/** Each piece is used up before the next is read. @throws BraidError `INVALID_INPUT` for a folder, a pipe, or a file that cannot be read */
export async function* filePieces(path: string): AsyncGenerator<Uint8Array, undefined> {
  // A pipe would never answer: it is opened without waiting, and then not read.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => {
    throw unreadable(path);
  });
  try {
    if (!(await handle.stat()).isFile()) throw unreadable(path);
    const buffer = Buffer.allocUnsafe(PIECE);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, PIECE).catch(() => {
        throw unreadable(path);
      });
      if (bytesRead === 0) return undefined;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

const unreadable = (path: string): BraidError =>
  new BraidError("INVALID_INPUT", say("attachment.unreadable.message", { name: basename(path) }), {
    hint: say("attachment.unreadable.hint"),
  });
