/**
 * Reads a JSON object piece by piece, however long it is, and gives the values of its fields; of a list each element by itself. Reads a list
 * too: its elements then have no key. Needs the memory of the largest of them.
 */
import { Broken, because } from "./broken";

export interface Element {
  key: string;
  text: string;
  /** The line on which it begins, counted from 1. */
  line: number;
}

/** Characters of an element of Braid's own archive. The largest message is below it, also where each character is escaped twice. */
export const LARGEST_ELEMENT = 256 * 1024 * 1024;
/** Characters of an element or a line of another program: twice the largest message. */
export const LARGEST_FOREIGN = 64 * 1024 * 1024;

const [LINE, SPACE, QUOTE, BACKSLASH, COMMA, COLON] = [10, 32, 34, 92, 44, 58];
const [OBJECT, OBJECT_END, LIST, LIST_END] = [123, 125, 91, 93];

const BLANKS: readonly number[] = [SPACE, LINE, 13, 9];
const SEPARATORS: readonly number[] = [COMMA, COLON, LIST_END, OBJECT_END];

type Place = "start" | "key" | "value" | "element" | "after" | "end";

/** @throws Broken with the line */
export async function* elementsOf(
  pieces: AsyncIterable<string> | Iterable<string>,
  most = LARGEST_ELEMENT,
): AsyncIterable<Element> {
  const scanner = new Scanner(most);
  for await (const piece of pieces) yield* scanner.take(piece);
  scanner.end();
}

/** Finds the quotes and backslashes of a piece, so that nobody has to look at each character of its strings. */
class Marks {
  private quote = -1;
  private slash = -1;

  constructor(private readonly piece: string) {}

  /** The first one at a place or behind it; the length of the piece where there is none. */
  from(at: number): number {
    // Looking again only behind the last one keeps a piece with many strings linear.
    if (this.quote < at) this.quote = this.next('"', at);
    if (this.slash < at) this.slash = this.next("\\", at);
    return Math.min(this.quote, this.slash);
  }

  private next(mark: string, at: number): number {
    const found = this.piece.indexOf(mark, at);
    return found < 0 ? this.piece.length : found;
  }
}

class Scanner {
  private place: Place = "start";
  private key = "";
  private line = 1;
  /** The beginning of the value that is being read. */
  private held = "";
  private begun: number | undefined;
  /** Lists and objects that are open in that value. */
  private nested = 0;
  private inString = false;
  private escaped = false;
  /** The whole is a list. */
  private isList = false;

  constructor(private readonly most: number) {}

  *take(piece: string): Iterable<Element> {
    let from = 0;
    const marks = new Marks(piece);
    for (let at = this.placeFrom(0, marks); at < piece.length; at = this.placeFrom(at + 1, marks)) {
      const code = piece.charCodeAt(at);
      if (code === LINE) this.line += 1;
      if (this.isInside(code)) continue;
      if (SEPARATORS.includes(code)) {
        const found = this.takeValue(code, this.begun === undefined ? "" : piece.slice(from, at));
        if (found !== undefined) yield found;
      } else if (this.begins(code)) from = at;
    }
    if (this.begun === undefined) return;
    this.held += piece.slice(from);
    if (this.held.length > this.most) throw new Broken(because("too-long"), this.begun);
  }

  /** The next place to look at. A line that ends in a string makes it no JSON: nobody counts it. */
  private placeFrom(at: number, marks: Marks): number {
    return this.inString && !this.escaped ? marks.from(at) : at;
  }

  /** Takes a character in that ends no value and begins none. */
  private isInside(code: number): boolean {
    if (this.inString) this.readString(code);
    else if (this.nested > 0) this.readNested(code);
    else return BLANKS.includes(code);
    return true;
  }

  private readString(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) this.inString = false;
  }

  private readNested(code: number): void {
    if (code === QUOTE) this.inString = true;
    else if (code === OBJECT || code === LIST) this.nested += 1;
    else if (code === OBJECT_END || code === LIST_END) this.nested -= 1;
  }

  /** Ends the value that is being read. Returns it where it is one of a field. */
  private takeValue(code: number, end: string): Element | undefined {
    const { begun, key } = this;
    const text = (this.held + end).trim();
    [this.held, this.begun] = ["", undefined];
    return this.separate(code, text, begun !== undefined)
      ? { key, text, line: begun ?? this.line }
      : undefined;
  }

  /** Returns true where a value begins. */
  private begins(code: number): boolean {
    const opens = code === QUOTE || code === OBJECT || code === LIST;
    if (this.begun !== undefined) return opens && this.refuse();
    if (!this.opens(code)) return false;
    this.begun = this.line;
    if (code === QUOTE) this.inString = true;
    else if (opens) this.nested = 1;
    return true;
  }

  end(): void {
    if (this.place !== "end") throw new Broken(because("cut"), this.line);
  }

  /** Returns true where a value begins; takes the brackets of the whole and of its lists in. */
  private opens(code: number): boolean {
    if (this.place === "start" && code === OBJECT) this.place = "key";
    else if (this.place === "start" && code === LIST) [this.place, this.isList] = ["element", true];
    else if (this.place === "value" && code === LIST) this.place = "element";
    else if (["key", "value", "element"].includes(this.place)) return true;
    else this.refuse();
    return false;
  }

  /** Moves on behind a value. Returns true where it is one of a field. */
  private separate(code: number, text: string, hasValue: boolean): boolean {
    switch (this.place) {
      case "key":
        return this.separateKey(code, text, hasValue);
      case "element":
        if (code === LIST_END) this.place = this.isList ? "end" : "after";
        else if (code !== COMMA || !hasValue) this.refuse();
        return hasValue;
      case "value":
      case "after":
        // Behind a list, its elements have been given already.
        if (hasValue !== (this.place === "value")) this.refuse();
        if (code === OBJECT_END) this.place = "end";
        else if (code === COMMA) this.place = "key";
        else this.refuse();
        return hasValue;
      default:
        return this.refuse();
    }
  }

  private separateKey(code: number, text: string, hasValue: boolean): boolean {
    if (code === COLON && hasValue) {
      this.key = this.name(text);
      this.place = "value";
    } else if (code === OBJECT_END && !hasValue) this.place = "end";
    else this.refuse();
    return false;
  }

  private name(text: string): string {
    const name = parsed(text, this.line);
    return typeof name === "string" ? name : this.refuse();
  }

  private refuse(): never {
    throw new Broken(because("no-json"), this.line);
  }
}

/** @throws Broken */
export function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Broken(because("no-json"), line);
  }
}

/** Deeper JSON than SQLite reads would be refused by its indexes. */
const DEEPEST = 500;

/** The place of the quote that ends the string that begins at `at`. */
function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (code === OBJECT || code === LIST) depth += 1;
    else if (code === OBJECT_END || code === LIST_END) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Returns true for a JSON object that is not nested too deep. */
export function isSoundObject(text: string): boolean {
  if (isTooDeep(text)) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
