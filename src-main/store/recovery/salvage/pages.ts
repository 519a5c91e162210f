/**
 * Reads the pages of a database that SQLite itself may refuse to open: from the file, and over them the committed pages of its log. Without
 * this parser, one damaged page in the schema would cost a user without a backup every chat. The format is SQLite's own
 * (sqlite.org/fileformat2.html). Nothing in the file is trusted.
 */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { PAGE_SIZE } from "../../database/connection";
import { sizeOf } from "../../database/folder";

export interface Pages {
  /** Bytes of a page that hold content. */
  usable: number;
  count: number;
  /** Reads a page; numbers begin at 1. Undefined where there is no such page. */
  read(number: number): Buffer | undefined;
  /** Returns true for a page that SQLite had given up: its content is old. */
  isFree(number: number): boolean;
  close(): void;
}

const MAGIC = "SQLite format 3\0";
const WAL_HEADER = 32;
const FRAME_HEADER = 24;
const WINDOW = 1024 * 1024;
/** Bytes of an entry in SQLite's pointer map. An entry of type 2 without a parent marks a free page. */
const POINTER = 5;
const FREE = 2;

export function openPages(file: string): Pages {
  const handle = openSync(file, "r");
  const { page_size, reserved } = readHeader(handle);
  const log = readLog(`${file}-wal`, page_size);
  const read = throughWindow(handle, page_size);
  const pageAt = (number: number): Buffer | undefined => {
    const offset = log.frames.get(number);
    return offset === undefined ? read(number) : log.read(offset);
  };
  const count = Math.max(Math.floor(sizeOf(file) / page_size), ...log.frames.keys(), 0);
  const usable = page_size - reserved;
  const stride = Math.floor(usable / POINTER) + 1;
  return {
    usable,
    count,
    read: pageAt,
    isFree: (number) => {
      if (number < 3) return false;
      const map = number - ((number - 2) % stride);
      const entry = pageAt(map)?.subarray(POINTER * (number - map - 1), POINTER * (number - map));
      return map !== number && entry?.length === POINTER && entry[0] === FREE && entry.readUInt32BE(1) === 0;
    },
    close: () => {
      closeSync(handle);
      log.close();
    },
  };
}

/** Takes a file with an unreadable header for one of ours. */
function readHeader(handle: number): { page_size: number; reserved: number } {
  const head = Buffer.alloc(100);
  readSync(handle, head, 0, head.length, 0);
  const size = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const isPower = size >= 512 && (size & (size - 1)) === 0;
  if (head.toString("latin1", 0, 16) !== MAGIC || !isPower) return { page_size: PAGE_SIZE, reserved: 0 };
  return { page_size: size, reserved: head[20] ?? 0 };
}

/** Reads through a window of the file, because pages are mostly read in order. */
function throughWindow(handle: number, page_size: number): (number: number) => Buffer | undefined {
  const window = Buffer.alloc(Math.max(WINDOW, page_size));
  let start = 0;
  let length = 0;
  return (number) => {
    const at = (number - 1) * page_size;
    if (at < start || at + page_size > start + length) {
      start = at;
      length = readSync(handle, window, 0, window.length, at);
    }
    const page = window.subarray(at - start, at - start + page_size);
    // Copies the page: the window moves on while a row is followed from page to page.
    return at + page_size > start + length ? undefined : Buffer.from(page);
  };
}

interface Log {
  /** Page → the offset of its newest committed content in the log. */
  frames: Map<number, number>;
  read(offset: number): Buffer | undefined;
  close(): void;
}

/** Reads the log up to its last commit with right checksums, as SQLite itself would. */
function readLog(file: string, page_size: number): Log {
  const nothing: Log = { frames: new Map(), read: () => undefined, close: () => undefined };
  if (!existsSync(file) || sizeOf(file) < WAL_HEADER + FRAME_HEADER + page_size) return nothing;
  const handle = openSync(file, "r");
  const at = (offset: number, length: number): Buffer | undefined => {
    const buffer = Buffer.alloc(length);
    return readSync(handle, buffer, 0, length, offset) === length ? buffer : undefined;
  };
  return {
    frames: committedFrames(at, page_size),
    read: (offset) => at(offset, page_size),
    close: () => closeSync(handle),
  };
}

function committedFrames(
  at: (offset: number, length: number) => Buffer | undefined,
  page_size: number,
): Map<number, number> {
  const frames = new Map<number, number>();
  const head = at(0, WAL_HEADER);
  if (head === undefined || (head.readUInt32BE(0) & ~1) >>> 0 !== 0x377f0682) return frames;
  if (head.readUInt32BE(8) !== page_size) return frames;
  const isBigEndian = (head.readUInt32BE(0) & 1) === 1;
  let sum = checksum(head.subarray(0, 24), [0, 0], isBigEndian);
  if (!isSum(head, 24, sum)) return frames;
  const open = new Map<number, number>();
  for (let offset = WAL_HEADER; ; offset += FRAME_HEADER + page_size) {
    const frame = at(offset, FRAME_HEADER + page_size);
    if (frame === undefined || frame.compare(head, 16, 24, 8, 16) !== 0) return frames;
    sum = checksum(frame.subarray(0, 8), sum, isBigEndian);
    sum = checksum(frame.subarray(FRAME_HEADER), sum, isBigEndian);
    if (!isSum(frame, 16, sum)) return frames;
    open.set(frame.readUInt32BE(0), offset + FRAME_HEADER);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, where] of open) frames.set(page, where);
    open.clear();
  }
}

type Sum = [number, number];

function checksum(bytes: Buffer, [first, second]: Sum, isBigEndian: boolean): Sum {
  let a = first;
  let b = second;
  for (let offset = 0; offset + 8 <= bytes.length; offset += 8) {
    a = (a + word(bytes, offset, isBigEndian) + b) >>> 0;
    b = (b + word(bytes, offset + 4, isBigEndian) + a) >>> 0;
  }
  return [a, b];
}

const word = (bytes: Buffer, offset: number, isBigEndian: boolean): number =>
  isBigEndian ? bytes.readUInt32BE(offset) : bytes.readUInt32LE(offset);

const isSum = (bytes: Buffer, offset: number, [first, second]: Sum): boolean =>
  bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;
