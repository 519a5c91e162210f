/** Reads the rows of one page in SQLite's format. An incomplete row is skipped, and counted. */
import type { Pages } from "./pages";

export type Value = null | number | bigint | string | Buffer;

export interface StoredRow {
  /** A row of a table, or an entry of an index. Tables without row ids are stored as indexes, too. */
  from: "table" | "index";
  rowid: number;
  values: Value[];
}

const LEAF_TABLE = 0x0d;
const LEAF_INDEX = 0x0a;
const INNER_INDEX = 0x02;
/** SQLite's own limit. */
const LONGEST = 1_000_000_000;

/** Hands each row of the page to `take`. Returns the number of unreadable ones. */
export function readRows(pages: Pages, number: number, take: (row: StoredRow) => void): number {
  const page = pages.read(number);
  if (page === undefined) return 0;
  const head = number === 1 ? 100 : 0;
  const type = page[head];
  if (type !== LEAF_TABLE && type !== LEAF_INDEX && type !== INNER_INDEX) return 0;
  const cells = page.readUInt16BE(head + 3);
  const pointers = head + (type === INNER_INDEX ? 12 : 8);
  // Another kind of page may begin with such a byte by chance.
  if (cells === 0 || pointers + cells * 2 > pages.usable) return 0;
  let broken = 0;
  for (let cell = 0; cell < cells; cell++) {
    const at = page.readUInt16BE(pointers + cell * 2);
    try {
      if (at < pointers + cells * 2 || at >= pages.usable) throw new BrokenRow();
      take(readCell(pages, page, at, type));
    } catch (error) {
      if (!(error instanceof BrokenRow || error instanceof RangeError || error instanceof TypeError))
        throw error;
      broken += 1;
    }
  }
  return broken;
}

class BrokenRow extends Error {}

function readCell(pages: Pages, page: Buffer, at: number, type: number): StoredRow {
  let place = type === INNER_INDEX ? at + 4 : at;
  const [length, after] = varint(page, place);
  place = after;
  let rowid = 0;
  if (type === LEAF_TABLE) [rowid, place] = varint(page, place);
  if (length > LONGEST) throw new BrokenRow();
  const payload = readPayload(pages, page, place, length, type === LEAF_TABLE);
  return { from: type === LEAF_TABLE ? "table" : "index", rowid, values: readRecord(payload) };
}

/** Follows a row that does not fit on its page through the chain of its other pages. */
function readPayload(pages: Pages, page: Buffer, at: number, length: number, isTable: boolean): Buffer {
  const { usable } = pages;
  const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const rest = least + ((length - least) % (usable - 4));
  const here = length <= most ? length : rest <= most ? rest : least;
  if (at + here > usable) throw new BrokenRow();
  if (here === length) return page.subarray(at, at + length);
  const pieces = [page.subarray(at, at + here)];
  let next = page.readUInt32BE(at + here);
  for (let missing = length - here; missing > 0; ) {
    const more = next === 0 || next > pages.count ? undefined : pages.read(next);
    if (more === undefined) throw new BrokenRow();
    const piece = more.subarray(4, 4 + Math.min(missing, usable - 4));
    pieces.push(piece);
    missing -= piece.length;
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(pieces);
}

function readRecord(payload: Buffer): Value[] {
  const [end, first] = varint(payload, 0);
  if (end > payload.length) throw new BrokenRow();
  const values: Value[] = [];
  let body = end;
  for (let place = first; place < end; ) {
    const [type, after] = varint(payload, place);
    place = after;
    const length = lengthOf(type);
    if (body + length > payload.length) throw new BrokenRow();
    values.push(decode(type, payload.subarray(body, body + length)));
    body += length;
  }
  if (body !== payload.length) throw new BrokenRow();
  return values;
}

const INTEGER_LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number {
  const length = INTEGER_LENGTHS[type];
  if (length !== undefined) return length;
  if (type < 12) throw new BrokenRow();
  return Math.floor((type - 12) / 2);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decode(type: number, bytes: Buffer): Value {
  if (type === 0) return null;
  if (type === 7) return bytes.readDoubleBE(0);
  if (type === 8 || type === 9) return type - 8;
  if (type === 6) return small(bytes.readBigInt64BE(0));
  if (type < 6) return bytes.readIntBE(0, bytes.length);
  // Fails for bytes that are no text: data that was written over a row must not pass for its words.
  return type % 2 === 0 ? Buffer.from(bytes) : utf8.decode(bytes);
}

const small = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** Reads a number and its end: seven bits a byte, eight of the ninth. */
function varint(bytes: Buffer, at: number): [value: number, end: number] {
  let value = 0;
  for (let place = 0; place < 9; place++) {
    const byte = bytes[at + place];
    if (byte === undefined) throw new BrokenRow();
    if (place === 8) return [value * 256 + byte, at + 9];
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + place + 1];
  }
  throw new BrokenRow();
}
