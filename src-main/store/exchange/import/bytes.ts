/** The bytes of a chosen file as text, and how far they were read. */
import { Cancelled } from "../../upkeep/backups";
import { Broken, because } from "./broken";

/** Counts the bytes of a source that were read. */
export class Meter {
  read = 0;

  constructor(private readonly total: number) {}

  /** From 0 to 1: some files are read more than once. */
  share(): number {
    return Math.min(this.read / Math.max(this.total, 1), 1);
  }
}

/** @throws Broken where it is no UTF-8; Cancelled */
export async function* textOf(
  bytes: AsyncIterable<Uint8Array>,
  meter: Meter,
  isCancelled: () => boolean,
): AsyncIterable<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const sound = (text: string): string => {
    // JSON has no NUL; another encoding of it has little else.
    if (text.includes("\0")) throw new Broken(because("encoding"));
    return text;
  };
  try {
    for await (const piece of bytes) {
      if (isCancelled()) throw new Cancelled();
      meter.read += piece.length;
      yield sound(decoder.decode(piece, { stream: true }));
    }
    yield sound(decoder.decode());
  } catch (error) {
    throw error instanceof TypeError ? new Broken(because("encoding")) : error;
  }
}
