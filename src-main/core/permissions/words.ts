/**
 * Reads one word of a command as the shell does, without the help of tree-sitter's grammar. Where this reader and the grammar disagree about
 * a word (`broken`), the command counts as not understood, and the user is asked (PM-4).
 */

export interface Word {
  /** As it stands in the text. */
  source: string;
  /** The word that the program gets; absent where the shell works it out. */
  value?: string;
  /**
   * `broken`: this is not one word. `expands`: its value depends on variables, files or other commands. `fixed`: it holds a number such as
   * `$?`, which leads nowhere.
   */
  kind: "literal" | "fixed" | "expands" | "broken";
}

const END_OF_WORD = /[\s;&|<>()]/;
/** A number that the shell keeps: the last status, the count of arguments, a process. */
const FIXED = /^\$[?#$!](?![A-Za-z0-9_{])/;
const EXPANSION = /^\$[A-Za-z0-9_{([@*?#$!-]/;

/** The reader's place in the text, and its findings. */
interface Reading {
  source: string;
  at: number;
  value: string;
  kind: "literal" | "fixed";
}

/** An early end: the rest of the word says nothing more. */
type Early = "expands" | "broken" | undefined;

/** Reads the source text of one argument. A `~` stays as it is: whoever asks where the word leads knows it. */
export function readWord(source: string): Word {
  const reading: Reading = { source, at: 0, value: "", kind: "literal" };
  while (reading.at < source.length) {
    const early = readPiece(reading);
    if (early !== undefined) return { source, kind: early };
  }
  return { source, value: reading.value, kind: reading.kind };
}

function readPiece(reading: Reading): Early {
  const character = reading.source.charAt(reading.at);
  if (character === "'") return readSingleQuotes(reading);
  if (character === '"') return readDoubleQuotes(reading);
  if (character === "\\") return readEscape(reading);
  if (character === "`") return "expands";
  if (character === "$") return readDollar(reading);
  // `<(…)`, whose commands the grammar finds.
  if (/^[<>]\(/.test(reading.source.slice(reading.at, reading.at + 2))) return "expands";
  if (END_OF_WORD.test(character)) return "broken";
  if (isExpanding(reading, character)) return "expands";
  reading.value += character;
  reading.at++;
  return undefined;
}

function isExpanding({ source, at }: Reading, character: string): boolean {
  if ("*?[".includes(character)) return true;
  return character === "{" && (source.includes(",", at) || source.includes("..", at));
}

function readSingleQuotes(reading: Reading): Early {
  const end = reading.source.indexOf("'", reading.at + 1);
  if (end < 0) return "broken";
  reading.value += reading.source.slice(reading.at + 1, end);
  reading.at = end + 1;
  return undefined;
}

function readEscape(reading: Reading): Early {
  const next = reading.source.charAt(reading.at + 1);
  // Bash joins the lines. The grammar does not always.
  if (next === "" || next === "\n") return "broken";
  reading.value += next;
  reading.at += 2;
  return undefined;
}

function readDollar(reading: Reading): Early {
  const rest = reading.source.slice(reading.at, reading.at + 3);
  // `sh` reads these as other words than bash does.
  if (rest.startsWith("$'") || rest.startsWith('$"')) return "broken";
  return dollarKind(reading, rest);
}

function dollarKind(reading: Reading, rest: string): Early {
  if (FIXED.test(rest)) {
    reading.kind = "fixed";
    reading.value += rest.slice(0, 2);
    reading.at += 2;
    return undefined;
  }
  if (EXPANSION.test(rest)) return "expands";
  reading.value += "$";
  reading.at++;
  return undefined;
}

function readDoubleQuotes(reading: Reading): Early {
  reading.at++;
  for (;;) {
    const character = reading.source.charAt(reading.at);
    if (character === "") return "broken";
    if (character === '"') {
      reading.at++;
      return undefined;
    }
    const early = readQuoted(reading, character);
    if (early !== undefined) return early;
  }
}

function readQuoted(reading: Reading, character: string): Early {
  if (character === "`") return "expands";
  if (character === "$") return dollarKind(reading, reading.source.slice(reading.at, reading.at + 3));
  if (character !== "\\") {
    reading.value += character;
    reading.at++;
    return undefined;
  }
  const next = reading.source.charAt(reading.at + 1);
  if (next === "\n") return "broken";
  reading.value += '$`"\\'.includes(next) ? next : `\\${next}`;
  reading.at += 2;
  return undefined;
}

/** Characters that mean the same with and without quotes. */
const PLAIN = /^[\p{L}\p{N}_./:@%+,=-]+$/u;

/** Returns a word as rules see it: without quotes where it means the same without them, else as it stands. */
export const normalisedWord = ({ source, value }: Word): string =>
  value !== undefined && PLAIN.test(value) ? value : source;
