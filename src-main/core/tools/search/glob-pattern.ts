/**
 * Matches paths with a glob, in time that grows with pattern times path. The libraries make regular expressions, with which a hostile
 * pattern and a hostile file name keep this process busy for hours.
 */

/** Alternatives that the braces of a pattern may stand for. */
const MOST_ALTERNATIVES = 256;

type Token =
  | { is: "any-text" }
  | { is: "any-one" }
  | { is: "one"; character: string }
  | { is: "set"; ranges: [from: string, to: string][]; is_not: boolean };

/** `**`, or the tokens of one name. */
type Segment = "any-folders" | Token[];

export interface GlobPattern {
  /** `path` has slashes, and none at its front. */
  matches(path: string): boolean;
  /** The pattern names hidden files or folders, as `.github` or `.env*`. */
  asks_for_hidden: boolean;
}

/**
 * `*` stands for any part of a name, `?` for one character, `[a-z]` and `[!a-z]` for one of a set, `**` for any folders, `{a,b}` for either,
 * and a backslash takes the meaning of the next character away. A pattern without a slash matches names at any depth.
 * @throws an error for the model
 */
export function globPattern(pattern: string): GlobPattern {
  const alternatives = withoutBraces(pattern.replace(/^(\.?\/)+/, "")).map(segmentsOf);
  return {
    matches: (path) => {
      const names = path.split("/").map((name) => [...name]);
      return alternatives.some((segments) => fits(segments, names, isFolders, fitsName));
    },
    asks_for_hidden: alternatives.some((segments) => segments.some(isHidden)),
  };
}

const isHidden = (segment: Segment): boolean =>
  segment !== "any-folders" && segment[0]?.is === "one" && segment[0].character === ".";

const isFolders = (segment: Segment): boolean => segment === "any-folders";
const isText = (token: Token): boolean => token.is === "any-text";
const fitsName = (segment: Segment, name: readonly string[]): boolean =>
  segment !== "any-folders" && fits(segment, name, isText, fitsCharacter);

function fitsCharacter(token: Token, character: string): boolean {
  if (token.is === "one") return token.character === character;
  if (token.is !== "set") return true;
  return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.is_not;
}

/** Matches a list with a pattern in which some parts stand for any number of items. Only the last such part is ever tried again. */
function fits<Part, Item>(
  pattern: readonly Part[],
  items: readonly Item[],
  isAny: (part: Part) => boolean,
  fitsOne: (part: Part, item: Item) => boolean,
): boolean {
  let part_at = 0;
  let again: { part_at: number; at: number } | undefined;
  for (let at = 0; at < items.length; ) {
    const part = pattern[part_at];
    const item = items[at];
    if (part !== undefined && isAny(part)) {
      part_at++;
      again = { part_at, at };
    } else if (part !== undefined && item !== undefined && fitsOne(part, item)) {
      part_at++;
      at++;
    } else if (again !== undefined) {
      again.at++;
      ({ part_at, at } = again);
    } else return false;
  }
  return pattern.slice(part_at).every(isAny);
}

function segmentsOf(pattern: string): Segment[] {
  const names = pattern.split("/");
  const segments = names.map((name): Segment => (name === "**" ? "any-folders" : tokensOf([...name])));
  return names.length === 1 ? ["any-folders", ...segments] : segments;
}

function tokensOf(characters: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; ) {
    const { token, end } = tokenAt(characters, at);
    // One star after another says no more than the first.
    if (token.is !== "any-text" || tokens.at(-1)?.is !== "any-text") tokens.push(token);
    at = end;
  }
  return tokens;
}

function tokenAt(characters: readonly string[], at: number): { token: Token; end: number } {
  const character = characters[at] ?? "";
  const next = characters[at + 1];
  if (character === "\\" && next !== undefined) return { token: { is: "one", character: next }, end: at + 2 };
  if (character === "*") return { token: { is: "any-text" }, end: at + 1 };
  if (character === "?") return { token: { is: "any-one" }, end: at + 1 };
  const set = character === "[" ? setAt(characters, at) : undefined;
  return set ?? { token: { is: "one", character }, end: at + 1 };
}

/** Reads `[…]`. Undefined where it is not closed: then the bracket is a character like others. */
function setAt(characters: readonly string[], start: number): { token: Token; end: number } | undefined {
  const is_not = characters[start + 1] === "!" || characters[start + 1] === "^";
  const first = start + (is_not ? 2 : 1);
  // A bracket that closes right at the front is one of the set.
  const end = characters.indexOf("]", first + 1);
  if (end < 0) return undefined;
  const ranges: [string, string][] = [];
  for (let at = first; at < end; at++) {
    const from = characters[at] ?? "";
    const is_range = characters[at + 1] === "-" && at + 2 < end;
    ranges.push([from, is_range ? (characters[at + 2] ?? "") : from]);
    if (is_range) at += 2;
  }
  return { token: { is: "set", ranges, is_not }, end: end + 1 };
}

/** Returns the patterns that one with braces stands for. @throws an error for the model */
function withoutBraces(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = firstBraces(next);
    if (braces === undefined) done.push(next);
    else for (const choice of braces.choices) open.push(braces.before + choice + braces.behind);
    if (done.length + open.length > MOST_ALTERNATIVES)
      throw new Error(`The glob has braces for more than ${MOST_ALTERNATIVES} patterns. Ask for fewer.`);
  }
  return done;
}

function firstBraces(pattern: string): { before: string; choices: string[]; behind: string } | undefined {
  const start = /^(?:[^\\{]|\\.)*?(?=\{)/s.exec(pattern)?.[0].length;
  if (start === undefined) return undefined;
  const choices: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    } else if (character === "}" && --depth === 0) {
      choices.push(pattern.slice(from, at));
      return { before: pattern.slice(0, start), choices, behind: pattern.slice(at + 1) };
    }
  }
  throw new Error("The glob has a { without its }. Close it, or write \\{ for the character.");
}
