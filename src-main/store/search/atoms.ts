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

export const fits = (wanted: string, token: string, prefix: boolean): boolean =>
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
