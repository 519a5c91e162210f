/** Writes what was asked as an expression of FTS5. */
import type { Database } from "better-sqlite3";
import { type FoundKind, KINDS, type QueryFilter } from "../../../src-preload/contract/domain/search-query";
import type { Asked, Atom } from "./atoms";
import { BARRIER } from "./words";

/** Words that one beginning stands for. FTS5 gathers all documents of more, however few of them are shown. */
const MOST_WORDS = 512;

/** Returns the words of the index that begin so; undefined for more than `MOST_WORDS`. */
export type WordsFrom = (beginning: string) => string[] | undefined;

/** Steps from word to word: FTS5's list of words would count the documents of each. */
export function wordsReader(index: Database): WordsFrom {
  const next = index
    .prepare<[string], string>("SELECT term FROM temp.vocabulary WHERE term >= ? LIMIT 1")
    .pluck();
  return (beginning) => {
    const words: string[] = [];
    let word = next.get(beginning);
    while (word?.startsWith(beginning)) {
      if (words.length === MOST_WORDS) return undefined;
      words.push(word);
      word = next.get(`${word}\u0001`);
    }
    return words;
  };
}

/** The kinds that the filters leave. */
export function kindsOf(filters: readonly QueryFilter[]): FoundKind[] {
  const kinds = filters.filter(({ name }) => name === "kind");
  const wanted = kinds.filter(({ negated }) => !negated).map(({ value }) => value);
  const unwanted = kinds.filter(({ negated }) => negated).map(({ value }) => value);
  return KINDS.filter((kind) => (wanted.length === 0 || wanted.includes(kind)) && !unwanted.includes(kind));
}

/** Undefined where nothing can be found. */
export function expressionOf({ all, none }: Asked, wordsFrom: WordsFrom): string | undefined {
  const wanted: string[] = [];
  for (const atom of all) {
    const text = expression(atom, wordsFrom);
    if (text === undefined) return undefined;
    wanted.push(text);
  }
  // Every document has a barrier: without a word, all of them are asked for.
  const positive = wanted.length === 0 ? phrase([BARRIER]) : wanted.join(" AND ");
  const unwanted = none.flatMap((atom) => expression(atom, wordsFrom) ?? []);
  return unwanted.length === 0 ? positive : `(${positive}) NOT (${unwanted.join(" OR ")})`;
}

const phrase = (tokens: readonly string[]): string => `"${tokens.join(" ")}"`;

/** Undefined where the index has no such word. */
function expression({ tokens, whole, prefix }: Atom, wordsFrom: WordsFrom): string | undefined {
  const ways = [tokens, ...(whole === undefined ? [] : [[whole]])].flatMap((row) =>
    prefix ? begun(row, wordsFrom) : [phrase(row)],
  );
  return ways.length === 0 ? undefined : `(${ways.join(" OR ")})`;
}

function begun(tokens: readonly string[], wordsFrom: WordsFrom): string[] {
  const words = wordsFrom(tokens.at(-1) ?? "");
  if (words === undefined) return [`${phrase(tokens)} *`];
  return words.map((word) => phrase([...tokens.slice(0, -1), word]));
}
