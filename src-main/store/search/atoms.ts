/** Turns a query into tokens of the word rule. The index and a scan of the texts both answer these. Pure. */
import type { QueryWords, SearchQuery } from "../../../src-preload/contract/domain/search-query";
import { BARRIER, type Token, type Word, wordsIn } from "./words";

/** One word or phrase: its tokens in a row, or all of them as one token. */
export interface Atom {
  tokens: string[];
  whole?: string;
  /** The last token may go on. */
  prefix: boolean;
}

export interface Asked {
  all: Atom[];
  none: Atom[];
}

/** The last word of a query may be half typed, so it is found by its beginning. */
export function askedBy({ words }: Pick<SearchQuery, "words">): Asked {
  const last = words.findLast(({ negated }) => !negated);
  const asked: Asked = { all: [], none: [] };
  for (const said of words) {
    const atom = atomOf(said, said === last && !said.quoted);
    if (atom !== undefined) (said.negated ? asked.none : asked.all).push(atom);
  }
  return asked;
}

function atomOf({ text, quoted }: QueryWords, isLast: boolean): Atom | undefined {
  const words = [...wordsIn(text)];
  const parts = words.flatMap((word) => word.parts);
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const isPair = endsWithPair(last);
  const tokens = (isPair ? parts.slice(0, -1) : parts).map(({ token }) => token);
  const whole = words.length === 1 && !quoted ? last.whole : undefined;
  // A character alone is the beginning of a pair.
  const prefix = isLast || (last.begun === true && !isPair);
  return { tokens, prefix, ...(whole === undefined ? {} : { whole }) };
}

/** The pair before the last character already holds it. */
const endsWithPair = ({ parts, begun }: Word): boolean => {
  const [before, last] = parts.slice(-2) as [Token, Token | undefined];
  return begun === true && last !== undefined && [...before.token].length > 1 && before.end === last.end;
};

const fits = (wanted: string, token: string, prefix: boolean): boolean =>
  prefix ? token.startsWith(wanted) : token === wanted;

/** True where the tokens of a field (`tokensOf`) hold the atom. */
export function isIn({ tokens: wanted, whole, prefix }: Atom, tokens: readonly string[]): boolean {
  const last = wanted.length - 1;
  return tokens.some(
    (token, at) =>
      (whole !== undefined && fits(whole, token, prefix)) ||
      wanted.every((one, n) => fits(one, tokens[at + n] ?? BARRIER, prefix && n === last)),
  );
}

/** A place in a text where an atom was found. */
export interface Hit {
  /** The index of the atom. */
  atom: number;
  start: number;
  end: number;
}

/** A name that was typed in small letters is one token, and stands for the whole name. */
const wholeOf = ({ whole, tokens }: Atom): string =>
  whole ?? (tokens.length === 1 ? (tokens[0] ?? "") : BARRIER);

/** The places of the atoms in a text, in order. Lazy. */
export function* hitsIn(text: string, atoms: readonly Atom[]): Generator<Hit> {
  const longest = Math.max(1, ...atoms.map(({ tokens }) => tokens.length));
  const sought = atoms.flatMap(({ tokens, whole }) => (whole === undefined ? tokens : [...tokens, whole]));
  const recent: Token[] = [];
  for (const word of wordsIn(text, sought)) {
    if (word.whole !== undefined) yield* wholeHits(word, atoms);
    for (const part of word.parts) {
      recent.push(part);
      if (recent.length > longest) recent.shift();
      for (let atom = 0; atom < atoms.length; atom++) {
        const start = beginIn(recent, part.token, atoms[atom] as Atom);
        if (start !== undefined) yield { atom, start, end: part.end };
      }
    }
  }
}

function* wholeHits({ whole, start, end }: Word, atoms: readonly Atom[]): Generator<Hit> {
  if (whole === undefined) return;
  for (const [atom, asked] of atoms.entries())
    if (fits(wholeOf(asked), whole, asked.prefix)) yield { atom, start, end };
}

/** The place at which the last of these tokens begin to be the atom; undefined where they are not. */
function beginIn(recent: readonly Token[], newest: string, { tokens, prefix }: Atom): number | undefined {
  const first = recent.length - tokens.length;
  const last = tokens.length - 1;
  // Almost every token fails here.
  if (!fits(tokens[last] ?? BARRIER, newest, prefix)) return undefined;
  const isFound =
    first >= 0 &&
    tokens.every((wanted, n) => fits(wanted, recent[first + n]?.token ?? "", prefix && n === last));
  return isFound ? recent[first]?.start : undefined;
}
