/** Turns what programs print for a terminal into plain text, piece by piece. Works on whole lines, so that each piece costs its own length. */
import { StringDecoder } from "node:string_decoder";

/** Characters. A line that grows longer is passed on before its end. */
const LONGEST_LINE = 32_768;
/** Characters. An escape sequence that has not ended by then is none. */
const LONGEST_ESCAPE = 4_096;

export class TerminalText {
  readonly #decoder = new StringDecoder("utf8");
  /** The last line so far, as it was printed. */
  #line = "";

  /** Returns the text of the lines that are whole now. */
  take(bytes: Buffer): string {
    const printed = this.#line + this.#decoder.write(bytes);
    const end = printed.lastIndexOf("\n") + 1;
    this.#line = lastVersion(printed.slice(end));
    const whole = plainLines(printed.slice(0, end));
    return this.#line.length > LONGEST_LINE ? whole + this.#takeLine() : whole;
  }

  /** Returns what has been printed of the last line. */
  peek(): string {
    return plain(this.#line);
  }

  /** Returns the rest. */
  end(): string {
    const rest = plainLines(this.#line + this.#decoder.end());
    this.#line = "";
    return rest;
  }

  #takeLine(): string {
    const begun = this.#line.lastIndexOf("\u001b");
    const isOpen = begun > 0 && begun > this.#line.length - LONGEST_ESCAPE;
    const cut = isOpen ? begun : this.#line.length;
    const taken = plain(this.#line.slice(0, cut));
    this.#line = this.#line.slice(cut);
    return taken;
  }
}

function plainLines(printed: string): string {
  if (!printed.includes("\r")) return plain(printed);
  return plain(
    printed
      .split("\n")
      .map((line) => lastVersion(withoutReturns(line)))
      .join("\n"),
  );
}

/** A carriage return begins a line anew: of a progress bar its last state stays. */
function lastVersion(line: string): string {
  const begun = withoutReturns(line).lastIndexOf("\r");
  return begun < 0 ? line : line.slice(begun + 1);
}

/** A pattern would try each carriage return anew. */
function withoutReturns(line: string): string {
  let end = line.length;
  while (line[end - 1] === "\r") end -= 1;
  return line.slice(0, end);
}

/** Colours, cursor movements, titles of windows, and other sequences that a terminal would not show. */
const ESCAPES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\)|[ -/]*[0-~])?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a backspace takes the character before it
const OVERSTRUCK = /[^\n\u0008]\u0008/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROLS = /([\u0000-\u0008\u000b-\u001f\u007f])\1*/g;
const DELETE = 0x7f;

const pictureOf = (code: number): string => (code === DELETE ? "\u2421" : String.fromCharCode(0x2400 + code));

function plain(printed: string): string {
  const read = printed.replace(ESCAPES, "").replace(OVERSTRUCK, "");
  // Each has a picture of its own, so that a NUL is seen and harms nobody who reads the text. A program may print millions of one: they
  // are replaced together.
  return read.replace(CONTROLS, (signs) => pictureOf(signs.charCodeAt(0)).repeat(signs.length));
}
