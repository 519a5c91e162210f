/**
 * The word rule of the search: turns a text into the tokens that the index holds and that a query looks for. Pure. Both sides use this
 * rule alone, so that the index finds what a scan of the texts would find.
 *
 * A word is a run of letters and digits, joined by `_`, `-` or an apostrophe. Case and accents do not count. A word of several parts
 * (`camelCase`, `snake_case`, `kebab-case`, `HTTPServer2`) is found by its parts in a row, and whole. Scripts that write no spaces are cut
 * into overlapping pairs of characters: any two of them in a row are found.
 */

/** One token, and the place in the text from which it comes. */
export interface Token {
  token: string;
  start: number;
  end: number;
}

export interface Word {
  /** The parts in a row, at least one. */
  parts: Token[];
  /** All parts as one token; absent for a word of one part. */
  whole?: string;
  start: number;
  end: number;
  /** The word consists of characters that are cut into pairs: its last token is one character alone, a pair begun. */
  begun?: true;
}

/** A place in the text; not `exact` where it is that of a whole run around. */
interface Place {
  start: number;
  end: number;
  exact: boolean;
}

/** Stands between texts, so that no phrase reaches from one into the next. A private character: no text has it as a word. */
export const BARRIER = "\u{E000}";
/** Begins the labels of each message that has some, so that all labelled messages are found at once. */
export const LABELLED = "\u{E001}";

/** Characters. Longer tokens are hashes and encoded bytes; their beginnings identify them. */
const LONGEST = 64;
/** Parts of one name by its capitals. More of them are encoded bytes. */
const MOST_HUMPS = 6;

const SPACELESS =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー々";
/** Finds at little cost where words may be: most text is ASCII, and asks no tables of Unicode. */
const ROUGH = /[A-Za-z0-9_\x80-\uffff]+(?:['-][A-Za-z0-9_\x80-\uffff]+)*/g;
/** Another one: `matchAll` begins where its pattern was left. */
const NEXT_ROUGH = new RegExp(ROUGH);
/** For each character of ASCII 1 where it is one of `ROUGH`. */
const WORD_CODES = Uint8Array.from({ length: 0x80 }, (_, code) =>
  Number(/\w/.test(String.fromCharCode(code))),
);
const ROUGH_CONNECTOR = /['-]/;
const RUN = /[\p{L}\p{N}\p{M}_]+(?:['’-][\p{L}\p{N}\p{M}_]+)*/gu;
/** A word that is one part, and that small letters alone fold. */
const PLAIN = /^(?:[A-Z]?[a-z]+|[A-Z]+|[0-9]+)$/;
const ASCII = /^[\0-\x7f]*$/;
const STRETCH = new RegExp(`[${SPACELESS}]+|[^${SPACELESS}]+`, "gu");
const SEGMENT = /[^_'’-]+/g;
const CONNECTOR = /[_'-]/;
const IS_SPACELESS = new RegExp(`^[${SPACELESS}]`, "u");
const ASCII_HUMP = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z0-9]+|[A-Z][A-Z0-9]*/y;
const HUMP = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}\p{N}]+|\p{Lu}[\p{Lu}\p{N}]*/gu;
/** Digits are a part of their own only behind the letters of a name: a hash stays one token. */
const NUMBERED = /^(\p{L}[\p{L}\p{M}]*)(\p{N}+)$/u;
/** Accents and vowel points. The vowel signs of Indic scripts are letters to their readers, and stay. */
const ACCENTS = new RegExp(
  `[${["0300-\\u036f", "0591-\\u05c7", "0610-\\u061a", "064b-\\u065f", "0670", "1ab0-\\u1aff", "1dc0-\\u1dff", "20d0-\\u20ff", "fe00-\\ufe0f", "fe20-\\ufe2f"].map((range) => `\\u${range}`).join("")}]`,
  "g",
);
const NO_WORD = /[^\p{L}\p{N}\p{M}]+/gu;

/** Folds case, accents and forms of the same character. */
export function foldWord(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();
  return plain.normalize("NFC").replaceAll("ß", "ss").replaceAll("ς", "σ").replace(NO_WORD, "");
}

/** A run of characters between which the rule may join words. No word reaches out of it, so that each can be cut alone. */
export interface Stretch {
  text: string;
  start: number;
}

/** The first stretch from a place on, which is not in the midst of one. */
export function stretchFrom(text: string, at: number): Stretch | undefined {
  NEXT_ROUGH.lastIndex = at;
  const found = NEXT_ROUGH.exec(text);
  return found === null ? undefined : { text: found[0], start: found.index };
}

/** The beginning of the stretch that has this place. */
export function beginningOf(text: string, at: number): number {
  let start = at;
  for (;;) {
    if (isRough(text, start - 1)) start -= 1;
    else if (ROUGH_CONNECTOR.test(text.charAt(start - 1)) && isRough(text, start - 2)) start -= 2;
    else return start;
  }
}

/** By its code, without a text for each character. There is none before the text. */
function isRough(text: string, at: number): boolean {
  const code = at < 0 ? 0 : text.charCodeAt(at);
  return code >= 0x80 || WORD_CODES[code] === 1;
}

/** The words of a text, in order. Lazy: a reader that has found enough stops. */
export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: stretch, index: start } of text.matchAll(ROUGH)) yield* wordsOf({ text: stretch, start });
}

/** The words of a stretch, in order. Lazy where a stretch may be a whole text: in a script without spaces. */
export function wordsOf({ text, start }: Stretch): Iterable<Word> {
  if (text.length <= LONGEST && PLAIN.test(text)) {
    const end = start + text.length;
    return [{ parts: [{ token: text.toLowerCase(), start, end }], start, end }];
  }
  if (!ASCII.test(text)) return wordsOfRuns(text, start);
  const word = asciiWord(text, start);
  return word === undefined ? [] : [word];
}

function* wordsOfRuns(text: string, start: number): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(RUN)) yield* wordsOfRun(run, start + index);
}

/** A run changes its words where it changes between scripts with spaces and scripts without. */
function* wordsOfRun(run: string, start: number): Generator<Word> {
  const composed = run.normalize("NFKC");
  // Places inside a run count only where composing moved none.
  const placeOf = (text: string, index: number): Place =>
    composed === run
      ? { start: start + index, end: start + index + text.length, exact: true }
      : { start, end: start + run.length, exact: false };
  for (const { 0: text, index } of composed.matchAll(STRETCH)) {
    const place = placeOf(text, index);
    if (IS_SPACELESS.test(text)) {
      yield { parts: pairs(text, place), start: place.start, end: place.end, begun: true };
      continue;
    }
    const parts = [...text.matchAll(SEGMENT)].flatMap((segment) =>
      humps(segment[0], placeOf(segment[0], index + segment.index)),
    );
    const word = named(parts, place);
    if (word !== undefined) yield word;
  }
}

function asciiWord(run: string, start: number): Word | undefined {
  const parts: Token[] = [];
  let at = start;
  // Most names have no connector.
  for (const segment of CONNECTOR.test(run) ? run.split(CONNECTOR) : [run]) {
    addAsciiParts(segment, at, parts);
    at += segment.length + 1;
  }
  return named(parts, { start, end: start + run.length });
}

/** As `humps`, for most of all names: without a list of matches, which would take most of the time of a text. */
function addAsciiParts(segment: string, start: number, parts: Token[]): void {
  const had = parts.length;
  let count = 0;
  for (let at = 0; at < segment.length; ) {
    ASCII_HUMP.lastIndex = at;
    ASCII_HUMP.test(segment);
    const end = ASCII_HUMP.lastIndex;
    count += 1;
    const number = numberAt(segment, at, end);
    parts.push(asciiToken(segment, at, number, start));
    if (number < end) parts.push(asciiToken(segment, number, end, start));
    at = end;
  }
  if (count <= MOST_HUMPS) return;
  parts.length = had;
  parts.push(asciiToken(segment, 0, segment.length, start));
}

const asciiToken = (segment: string, from: number, to: number, start: number): Token => ({
  token: segment.slice(from, Math.min(to, from + LONGEST)).toLowerCase(),
  start: start + from,
  end: start + to,
});

/** The place of the number behind the letters that are all the rest of a hump; its end where it has none. */
function numberAt(segment: string, start: number, end: number): number {
  let at = start;
  while (at < end && !isDigit(segment, at)) at += 1;
  const number = at;
  while (at < end && isDigit(segment, at)) at += 1;
  return at === end && number > start ? number : end;
}

const isDigit = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
};

/** Undefined for a run without a letter or digit. */
function named(parts: Token[], { start, end }: Omit<Place, "exact">): Word | undefined {
  if (parts.length === 0) return undefined;
  if (parts.length === 1) return { parts, start, end };
  const whole = parts.map(({ token }) => token).join("");
  return { parts, start, end, ...(whole.length <= LONGEST ? { whole } : {}) };
}

/** The parts of a name between its connectors: by its capitals, and the number at its end. */
function humps(segment: string, { start, end, exact }: Place): Token[] {
  const found = [...segment.matchAll(HUMP)];
  const isAll = found.reduce((length, [hump]) => length + hump.length, 0) === segment.length;
  if (!isAll || found.length > MOST_HUMPS) return one(segment, start, end);
  let at = start;
  return found.flatMap(([hump]) => {
    const [, letters, digits] = NUMBERED.exec(hump) ?? [];
    const pieces = letters === undefined || digits === undefined ? [hump] : [letters, digits];
    return pieces.flatMap((piece) => {
      const from = at;
      at += piece.length;
      return exact ? one(piece, from, at) : one(piece, start, end);
    });
  });
}

function one(text: string, start: number, end: number): Token[] {
  const token = foldWord(text).slice(0, LONGEST);
  return token === "" ? [] : [{ token, start, end }];
}

/** Each character with the next, and the last alone: a single character is then found as the beginning of a token. */
function pairs(segment: string, { start, end, exact }: Place): Token[] {
  const characters = [...segment];
  const folded = [...foldWord(segment)];
  const isExact = exact && characters.length === folded.length;
  let place = start;
  return folded.map((character, at) => {
    const token = character + (folded[at + 1] ?? "");
    if (!isExact) return { token, start, end };
    const from = place;
    place += characters[at]?.length ?? 0;
    return { token, start: from, end: place + (characters[at + 1]?.length ?? 0) };
  });
}

/**
 * The tokens of a field, as the index gets them: a barrier before each text, its words in parts, and behind the last barrier the whole
 * forms. None where the texts hold no word.
 */
function* tokensIn(texts: Iterable<string>): Generator<string> {
  const wholes = new Set<string>();
  for (const text of texts) {
    let isBegun = false;
    for (const token of partsIn(text, wholes)) {
      if (!isBegun) yield BARRIER;
      isBegun = true;
      yield token;
    }
  }
  if (wholes.size === 0) return;
  yield BARRIER;
  yield* wholes;
}

export const tokensOf = (texts: Iterable<string>): string[] => [...tokensIn(texts)];

/** Tokens that are joined at a time: millions of them would take twenty times the room of their letters. */
const AT_ONCE = 10_000;

/** Takes the texts of a field one after the other, and gives its tokens between blanks. */
export class TokenText {
  readonly #wholes = new Set<string>();
  readonly #pieces: string[] = [];
  #some: string[] = [];
  /** Characters that were taken. */
  characters = 0;

  take(text: string): void {
    this.characters += text.length;
    let isBegun = false;
    for (const token of partsIn(text, this.#wholes)) {
      if (!isBegun) this.#add(BARRIER);
      isBegun = true;
      this.#add(token);
    }
  }

  /** Called once, after the last text. Empty where no text had a word. */
  end(): string {
    if (this.#wholes.size > 0) this.#add(BARRIER);
    for (const whole of this.#wholes) this.#add(whole);
    if (this.#some.length > 0) this.#pieces.push(this.#some.join(" "));
    return this.#pieces.join(" ");
  }

  #add(token: string): void {
    if (this.#some.push(token) < AT_ONCE) return;
    this.#pieces.push(this.#some.join(" "));
    this.#some = [];
  }
}

function* partsIn(text: string, wholes: Set<string>): Generator<string> {
  for (const { 0: stretch, index } of text.matchAll(ROUGH)) {
    if (stretch.length <= LONGEST && PLAIN.test(stretch)) {
      yield stretch.toLowerCase();
      continue;
    }
    for (const { parts, whole } of wordsOf({ text: stretch, start: index })) {
      for (const { token } of parts) yield token;
      if (whole !== undefined) wholes.add(whole);
    }
  }
}
