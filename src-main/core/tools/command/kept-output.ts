/** Keeps the output of a command: its beginning and its end in memory, all of it in a file once it is long (AG-1). */
import type { FileHandle } from "node:fs/promises";
import { counted, headOf, tailOf } from "../whole-text";

/** Characters that a model gets of the beginning and of the end. */
const HEAD = 10_000;
const TAIL = 20_000;
/** Bytes. The rest is not written. */
const LARGEST_FILE = 50 * 1024 * 1024;

export interface OutputFile {
  file: FileHandle;
  path: string;
}

export interface OutputRead {
  text: string;
  kept?: { path: string; characters: number };
}

export class KeptOutput {
  readonly #open: () => Promise<OutputFile>;
  readonly #largest_file: number;
  readonly #from_start: boolean;
  #head = "";
  readonly #tail: string[] = [];
  #tail_length = 0;
  #characters = 0;
  #file: OutputFile | undefined;
  #written = 0;
  /** Why nothing more is written. */
  #stopped: "full" | { because: string } | undefined;

  /** `open` makes the file, and is called at most once: with the first output if `from_start`, else once the output is long. */
  constructor(open: () => Promise<OutputFile>, { largest_file = LARGEST_FILE, from_start = false } = {}) {
    this.#open = open;
    this.#largest_file = largest_file;
    this.#from_start = from_start;
  }

  /** Nothing more goes to the file. */
  get is_full(): boolean {
    return this.#stopped === "full";
  }

  /** Where what has come so far is kept; empty while it needs no file. A call that is stopped has this alone to say of it. */
  get kept(): Pick<OutputRead, "kept"> {
    if (this.#file === undefined || this.#written === 0) return {};
    return { kept: { path: this.#file.path, characters: this.#characters } };
  }

  /** Never rejects: without the file the end is still in memory. */
  async add(text: string): Promise<void> {
    if (text === "") return;
    const isLong = this.#from_start || this.#characters + text.length > HEAD + TAIL;
    if (isLong && this.#stopped === undefined) await this.#write(text);
    this.#characters += text.length;
    const head = this.#headFrom(text);
    this.#head += head;
    this.#addToTail(text.slice(head.length));
  }

  /** Returns at most so many characters of the end; costs no more for a long output. */
  last(characters: number): string {
    const end = this.#tail.join("");
    return tailOf(end.length < characters ? this.#head + end : end, characters);
  }

  /** Closes the file and returns what the model reads. */
  async close(): Promise<OutputRead> {
    await this.#file?.file.close().catch((error: unknown) => this.#fail(error));
    const tail = tailOf(this.#tail.join(""), TAIL);
    const left_out = this.#characters - this.#head.length - tail.length;
    if (left_out === 0) return { text: this.#head + tail };
    const gap = `[${counted(left_out, "character")} left out here. ${this.#whereToReadOn()}]`;
    const text = `${this.#head}\n\n${gap}\n\n${tail}`;
    return { text, ...this.kept };
  }

  /** Once the tail has begun, a short piece that would still fit belongs behind it. */
  #headFrom(text: string): string {
    if (this.#tail.length > 0) return "";
    return headOf(text, HEAD - this.#head.length);
  }

  async #write(text: string): Promise<void> {
    try {
      if (this.#file === undefined) {
        this.#file = await this.#open();
        await this.#writeBytes(Buffer.from(this.#head + this.#tail.join("")));
      }
      await this.#writeBytes(Buffer.from(text));
    } catch (error) {
      this.#fail(error);
    }
  }

  async #writeBytes(bytes: Buffer): Promise<void> {
    const room = this.#largest_file - this.#written;
    if (bytes.length > room) this.#stopped = "full";
    const fitting = bytes.subarray(0, room);
    await this.#file?.file.writeFile(fitting);
    this.#written += fitting.length;
  }

  #fail(error: unknown): void {
    this.#stopped = { because: error instanceof Error ? error.message : String(error) };
  }

  #addToTail(text: string): void {
    if (text === "") return;
    this.#tail.push(text);
    this.#tail_length += text.length;
    for (let [first] = this.#tail; first !== undefined; [first] = this.#tail) {
      if (this.#tail_length - first.length < TAIL) return;
      this.#tail.shift();
      this.#tail_length -= first.length;
    }
  }

  #whereToReadOn(): string {
    const path = this.#file?.path;
    const read = `Read on in ${path}`;
    if (this.#stopped === undefined) return `${read}, which holds the whole output.`;
    const megabytes = `${Math.round(this.#largest_file / 1024 / 1024)} MB`;
    if (this.#stopped === "full") return `${read}, which holds the first ${megabytes} of the output.`;
    const lost = `The output could not be kept: ${this.#stopped.because}.`;
    return this.#written > 0 ? `${lost} ${read}, which holds its beginning.` : lost;
  }
}
