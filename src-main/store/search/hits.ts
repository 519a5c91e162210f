/** Finds the places of a query's words in a text. Pure. Cuts into words only what may hold one of them. */
import { type Atom, fits } from "./atoms";
import { BARRIER, beginningOf, stretchFrom, type Token, type Word, wordsOf } from "./words";

/** A place in a text where an atom was found. */
export interface Hit {
  /** The index of the atom. */
  atom: number;
  start: number;
  end: number;
}

/** A question as it is looked for in many texts. */
export interface Sought {
  atoms: readonly SoughtAtom[];
  /** Matches wherever a hit may begin, and in some other places. */
  beginnings: RegExp;
  /** Tokens of the longest atom. */
  longest: number;
}

interface SoughtAtom extends Atom {
  /** The name for which all tokens stand as one. */
  name: string;
}

/** Letters of a token that stand in a pattern: they leave out almost everything else. */
const LETTERS = 16;
const ASCII_TOKEN = /^[a-z0-9]+$/;
/** A letter beyond ASCII may be folded to anything: each stretch with one may hold the word. */
const OTHER = "[\\x80-\\uffff]";
const BETWEEN_TOKENS = "[\\0-/:-@[-`{-\\x7f]*";
const CONNECTORS = "[_'-]*";

export function soughtBy(asked: readonly Atom[]): Sought {
  const atoms = asked.map((atom) => ({ ...atom, name: nameOf(atom) }));
  const patterns = new Set([OTHER, ...atoms.flatMap(patternsOf)]);
  return {
    atoms,
    beginnings: new RegExp([...patterns].join("|"), "gi"),
    longest: Math.max(1, ...atoms.map(({ tokens }) => tokens.length)),
  };
}

/** A name that was typed in small letters is one token, and stands for the whole name. */
const nameOf = ({ whole, tokens }: Atom): string =>
  whole ?? (tokens.length === 1 ? (tokens[0] ?? "") : BARRIER);

function patternsOf({ name, tokens }: SoughtAtom): string[] {
  const patterns = ASCII_TOKEN.test(name) ? [[...name.slice(0, LETTERS)].join(CONNECTORS)] : [];
  const [first = "", second] = tokens;
  if (!ASCII_TOKEN.test(first) || first === name) return patterns;
  const isCut = first.length > LETTERS || second === undefined;
  return [...patterns, isCut ? first.slice(0, LETTERS) : `${first}${BETWEEN_TOKENS}${begun(second)}`];
}

/** The beginning of a token, which a letter beyond ASCII may end. */
const begun = (token: string): string =>
  [...token.slice(0, LETTERS)].reduceRight(
    (rest, letter) => (ASCII_TOKEN.test(letter) ? `(?:${OTHER}|${letter}${rest})` : OTHER),
    "",
  );

/**
 * The places of what is sought in a text, in order. Lazy. Cuts the stretches in which a hit may begin, and behind each as many tokens as a
 * hit may have.
 */
export function* hitsIn(text: string, sought: Sought): Generator<Hit> {
  for (let next = nextBeginning(text, 0, sought); next < text.length; ) {
    const recent: Token[] = [];
    let at = beginningOf(text, next);
    for (let left = 1; left > 0; ) {
      const stretch = stretchFrom(text, at);
      if (stretch === undefined) return;
      at = stretch.start + stretch.text.length;
      const mayBegin = next < at;
      if (mayBegin) {
        next = nextBeginning(text, at, sought);
        left = sought.longest - 1;
      }
      for (const word of wordsOf(stretch)) {
        if (!mayBegin) left -= word.parts.length;
        yield* hitsOf(word, recent, sought);
      }
    }
  }
}

function nextBeginning(text: string, from: number, { beginnings }: Sought): number {
  beginnings.lastIndex = from;
  return beginnings.exec(text)?.index ?? text.length;
}

/** The hits that end with this word. `recent` has the tokens before it, and gets those of the word. */
function hitsOf({ parts, whole, start, end }: Word, recent: Token[], { atoms, longest }: Sought): Hit[] {
  const hits: Hit[] = [];
  if (whole !== undefined)
    for (let atom = 0; atom < atoms.length; atom++) {
      const { name, prefix } = atoms[atom] as SoughtAtom;
      if (fits(name, whole, prefix)) hits.push({ atom, start, end });
    }
  for (const part of parts) {
    recent.push(part);
    if (recent.length > longest) recent.shift();
    for (let atom = 0; atom < atoms.length; atom++) {
      const begin = beginIn(recent, part, atoms[atom] as SoughtAtom);
      if (begin !== undefined) hits.push({ atom, start: begin, end: part.end });
    }
  }
  return hits;
}

/** The place at which the last of these tokens begin to be the atom; undefined where they are not. */
function beginIn(
  recent: readonly Token[],
  newest: Token,
  { tokens, name, prefix }: SoughtAtom,
): number | undefined {
  if (fits(name, newest.token, prefix)) return newest.start;
  const first = recent.length - tokens.length;
  const last = tokens.length - 1;
  // Almost every token fails here.
  if (first < 0 || !fits(tokens[last] ?? BARRIER, newest.token, prefix)) return undefined;
  for (let n = 0; n < last; n++) if (tokens[n] !== recent[first + n]?.token) return undefined;
  return recent[first]?.start;
}
