/** Reads some lines of a file of any size, in bounded memory: never more of it than those lines need. */
import type { FileHandle } from "node:fs/promises";
import type { Encoding } from "../../text-encoding";
import { createBreathing } from "../../time-slice";
import { headOf } from "../whole-text";

export interface Line {
  number: number;
  text: string;
  /** The line was longer. */
  is_cut?: true;
}

export interface LinesRead {
  lines: Line[];
  /** More lines follow. */
  has_more: boolean;
  /** The lines of the file, where its end was reached. */
  total?: number;
  has_crlf: boolean;
  /** Bytes that are no UTF-8 were replaced. */
  is_replaced: boolean;
  /** A line was so long that its end was not looked for. */
  has_endless?: true;
}

export interface Wanted {
  /** The first line, from 1. */
  from: number;
  /** Lines. */
  most: number;
  /** UTF-16 units of all lines together; the first line is read in any case. */
  most_characters: number;
  /** UTF-16 units of a line. */
  line_length: number;
  /** Where the text begins, in bytes. */
  start: number;
  encoding: Encoding;
  signal: AbortSignal;
}

const CHUNK = 256 * 1024;
const LF = 10;
const CR = 13;
/** Bytes of one line after which its end is not looked for: a file may be one line of a gigabyte. */
const LONGEST_LINE = 16 * 1024 * 1024;
/** Bytes that a UTF-16 unit takes in UTF-8, at most. */
const BYTES_A_UNIT = 3;

/** @throws the file system's errors, the signal's reason */
export async function readLines(file: FileHandle, wanted: Wanted): Promise<LinesRead> {
  const collected = new LineCollector(wanted);
  const breathe = createBreathing();
  for await (const bytes of utf8Chunks(file, wanted)) {
    if (collected.take(bytes)) return collected.result();
    await breathe();
  }
  return collected.end();
}

/** Yields the file's bytes from `start` on, as UTF-8: there a line end is one byte that means nothing else. */
async function* utf8Chunks(file: FileHandle, { start, encoding, signal }: Wanted): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK);
  const decoder = encoding === "utf-8" ? undefined : new TextDecoder(encoding);
  for (let at = start; ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    const bytes = chunk.subarray(0, bytesRead);
    yield decoder === undefined ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
}

class LineCollector {
  readonly #wanted: Wanted;
  readonly #lines: Line[] = [];
  #number = 1;
  /** The bytes of the line so far, as far as they are shown. */
  #line: Buffer[] = [];
  #kept = 0;
  #length = 0;
  #last = 0;
  #characters = 0;
  #has_crlf = false;
  #is_replaced = false;
  #has_endless = false;
  #has_more = false;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Takes the next bytes. Returns true where no more are needed. */
  take(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length && !this.#has_more; ) {
      if (this.#lines.length >= this.#wanted.most) {
        this.#has_more = true;
        break;
      }
      const end = bytes.indexOf(LF, at);
      this.#append(bytes.subarray(at, end < 0 ? bytes.length : end));
      if (end >= 0) this.#close(this.#length > 0 && this.#last === CR);
      else if (this.#length > LONGEST_LINE && this.#number >= this.#wanted.from) this.#giveUp();
      at = end < 0 ? bytes.length : end + 1;
    }
    return this.#has_more;
  }

  /** The end of the file was reached. Bytes behind the last line end are a line too. */
  end(): LinesRead {
    if (this.#length > 0 && !this.#has_more) this.#close(false);
    return this.result();
  }

  result(): LinesRead {
    return {
      lines: this.#lines,
      has_more: this.#has_more,
      has_crlf: this.#has_crlf,
      is_replaced: this.#is_replaced,
      ...(this.#has_more ? {} : { total: this.#number - 1 }),
      ...(this.#has_endless ? { has_endless: true } : {}),
    };
  }

  #append(bytes: Buffer): void {
    this.#length += bytes.length;
    this.#last = bytes.at(-1) ?? this.#last;
    const room = (this.#wanted.line_length + 2) * BYTES_A_UNIT - this.#kept;
    if (room <= 0 || this.#number < this.#wanted.from) return;
    // The chunk is used again for the next bytes.
    const part = Buffer.from(bytes.subarray(0, room));
    this.#line.push(part);
    this.#kept += part.length;
  }

  #close(has_cr: boolean): void {
    if (this.#number >= this.#wanted.from) this.#add(has_cr);
    this.#number++;
    this.#line = [];
    this.#kept = 0;
    this.#length = 0;
  }

  /** Adds the line so far, unless it would be too much: then it is the first of those that follow. */
  #add(has_cr: boolean): void {
    const is_whole = this.#kept === this.#length;
    const decoded = this.#decoded(Buffer.concat(this.#line), is_whole);
    const text = is_whole && has_cr ? decoded.slice(0, -1) : decoded;
    const shown = headOf(text, this.#wanted.line_length);
    if (this.#characters + shown.length > this.#wanted.most_characters && this.#lines.length > 0) {
      this.#has_more = true;
      return;
    }
    this.#characters += shown.length;
    this.#has_crlf ||= has_cr;
    const is_cut = !is_whole || shown.length < text.length;
    this.#lines.push({ number: this.#number, text: shown, ...(is_cut ? { is_cut } : {}) });
  }

  #decoded(bytes: Buffer, is_whole: boolean): string {
    try {
      // A line that was cut may end inside a character: then `stream` leaves that one out.
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: !is_whole });
    } catch {
      this.#is_replaced = true;
      return bytes.toString("utf8");
    }
  }

  #giveUp(): void {
    this.#has_endless = true;
    this.#add(false);
    this.#has_more = true;
  }
}
