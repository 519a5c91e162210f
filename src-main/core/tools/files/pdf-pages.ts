/** Counts the pages of a PDF, without reading it as one: by the objects that say of themselves that they are a page. */
import { promisify } from "node:util";
import { constants, inflate } from "node:zlib";
import { nextTurn, takenInSlices } from "../../time-slice";

const inflated = promisify(inflate);

/** An object of the type `/Page`; `/Pages` is a branch of the tree of pages. */
const PAGE = /\/Type\s*\/Page(?![A-Za-z0-9])/g;
/** Characters that such a type takes at most, blanks included. */
const OVERLAP = 64;
/** Bytes that are looked through in one go: less than a millisecond. */
const SLICE = 256 * 1024;
/** Says of an object that it is a stream of objects. */
const TYPE = "/ObjStm";
/** Bytes between the type of a stream and its content. */
const HEAD = 1024;
/** Bytes of one stream of objects, and of all together: a larger file is counted no further. */
const MOST_UNPACKED = 16_000_000;

/**
 * Newer PDFs pack their objects into streams, so those are unpacked. A file that was changed in place may hold older pages besides: the count
 * is never too low for a file that is whole.
 * @param enough a count beyond it is returned as soon as it is reached
 * @throws the signal's reason
 */
export async function pagesOf(bytes: Buffer, enough: number, signal: AbortSignal): Promise<number> {
  let pages = await pagesIn(bytes, signal);
  let unpacked = 0;
  for (const packed of await takenInSlices(objectStreams(bytes), signal)) {
    if (packed === undefined) continue;
    if (pages > enough) return pages;
    signal.throwIfAborted();
    const objects = await unpack(packed);
    unpacked += objects?.length ?? Number.POSITIVE_INFINITY;
    if (objects === undefined || unpacked > MOST_UNPACKED) return enough + 1;
    pages += await pagesIn(objects, signal);
  }
  return pages;
}

async function pagesIn(bytes: Buffer, signal: AbortSignal): Promise<number> {
  let pages = 0;
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await nextTurn();
    signal.throwIfAborted();
    const text = bytes.toString("latin1", at, at + SLICE + OVERLAP);
    // A type that begins behind the slice is found in the next one.
    for (const { index } of text.matchAll(PAGE)) if (index < SLICE) pages += 1;
  }
  return pages;
}

/**
 * The packed contents of the streams of objects; undefined for a type without a stream. The time follows the length, whatever the file says:
 * the head of a stream ends where the next type begins.
 */
function* objectStreams(bytes: Buffer): Generator<Buffer | undefined, undefined> {
  let next = bytes.indexOf(TYPE);
  while (next >= 0) {
    const at = next + TYPE.length;
    next = bytes.indexOf(TYPE, at);
    const end = Math.min(at + HEAD, next < 0 ? bytes.length : next);
    const start = /stream\r?\n/.exec(bytes.toString("latin1", at, end));
    if (start === null) {
      yield undefined;
      continue;
    }
    const from = at + start.index + start[0].length;
    const to = bytes.indexOf("endstream", from);
    if (to < 0) return;
    yield bytes.subarray(from, to);
    // A type within the packed bytes is none.
    if (next < to) next = bytes.indexOf(TYPE, to);
  }
}

/** Empty where the stream is packed otherwise, or is damaged; undefined where it is too large. */
async function unpack(packed: Buffer): Promise<Buffer | undefined> {
  try {
    return await inflated(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MOST_UNPACKED,
    });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? undefined : Buffer.alloc(0);
  }
}
