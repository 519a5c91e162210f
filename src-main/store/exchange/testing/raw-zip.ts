/** Zips whose directories may say anything, for tests. */
import { deflateRawSync } from "node:zlib";

interface RawEntry {
  name: string;
  packed: Buffer;
  /** What the directory says that it unpacks to. */
  size: number;
}

const SIX_MB = 6 * 1024 * 1024;

/** Packed to a thousandth, and alone small enough to be of no harm. */
export const ZEROS: RawEntry = {
  name: "sessions/a.json",
  packed: deflateRawSync(Buffer.alloc(SIX_MB)),
  size: SIX_MB,
};

export const many = (count: number, entry: RawEntry): RawEntry[] =>
  Array.from({ length: count }, (_, n) => ({ ...entry, name: `sessions/${n}.json` }));

const u16 = (...values: number[]) => Buffer.concat(values.map((v) => Buffer.from([v & 255, v >> 8])));
const u32 = (...values: number[]) =>
  Buffer.concat(
    values.map((v) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(v);
      return bytes;
    }),
  );

/** @param how with `shared`, all entries name the bytes of the first */
export function rawZip(entries: readonly RawEntry[], how: { shared?: boolean } = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let end = 0;
  for (const { name, packed, size } of entries) {
    const about = Buffer.concat([u16(20, 0, 8, 0, 33), u32(0, packed.length, size), u16(name.length, 0)]);
    const isThere = how.shared === true && end > 0;
    const rest = [u16(0, 0, 0), u32(0, isThere ? 0 : end), Buffer.from(name)];
    directory.push(Buffer.from("PK\x01\x02"), u16(20), about, ...rest);
    if (isThere) continue;
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), about, Buffer.from(name), packed]);
    locals.push(local);
    end += local.length;
  }
  const central = Buffer.concat(directory);
  const last = [u16(0, 0, entries.length, entries.length), u32(central.length, end), u16(0)];
  return Buffer.concat([...locals, central, Buffer.from("PK\x05\x06"), ...last]);
}
