/** Writes what was asked as an expression of FTS5. */
import type { Database } from "better-sqlite3";
import {
  type FoundKind,
  KINDS,
  type QueryFilter,
  type SearchQuery,
} from "../../../src-preload/contract/domain/search-query";
import type { Asked, Atom } from "./atoms";
import { BARRIER, LABELLED } from "./words";

/**
 * Words that one beginning stands for. A beginning of more is so common that the texts themselves are asked. A number, not a time: the next
 * page of the best results begins at a place in the order that this choice makes, so it must be made again on a busy machine.
 */
const MOST_WORDS = 128;
/** Rows of words that one beginning stands for. FTS5 would walk along the first word's places once for each row. */
const MOST_ROWS = 8;

/** Returns the words of the index that begin so; undefined where they are too many. */
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

/** The kinds that are sought. Who asks for labels alone gets each labelled message once: by its labels. */
export function kindsFor({ words, filters }: SearchQuery): readonly FoundKind[] {
  const isOfLabels = ({ name, value, negated }: QueryFilter) =>
    !negated && (name === "label" || (name === "is" && value === "labelled"));
  const isAlone = words.length === 0 && !filters.some(({ name }) => name === "kind");
  return isAlone && filters.some(isOfLabels) ? ["label"] : kindsOf(filters);
}

/** The kinds that the filters leave. */
function kindsOf(filters: readonly QueryFilter[]): FoundKind[] {
  const kinds = filters.filter(({ name }) => name === "kind");
  const wanted = kinds.filter(({ negated }) => !negated).map(({ value }) => value);
  const unwanted = kinds.filter(({ negated }) => negated).map(({ value }) => value);
  return KINDS.filter((kind) => (wanted.length === 0 || wanted.includes(kind)) && !unwanted.includes(kind));
}

export interface Expression {
  text: string;
  /** A document must hold these as well; the expression does not ask for them, or not for all of them. */
  left: Atom[];
}

/** Undefined where nothing can be found. */
export function expressionOf(
  { all, none }: Asked,
  kinds: readonly FoundKind[],
  wordsFrom: WordsFrom,
): Expression | undefined {
  const wanted: string[] = [];
  const left: Atom[] = [];
  for (const atom of all) {
    const ways = waysOf(atom, wordsFrom);
    if (ways === "many") left.push(atom);
    else if (ways.length === 0) return undefined;
    else {
      wanted.push(`(${ways.map(({ text }) => text).join(" OR ")})`);
      if (ways.some(({ isLoose }) => isLoose)) left.push(atom);
    }
  }
  // Every document has a barrier, and labels have another one: without a word, all of them are asked for.
  const everything = kinds.every((kind) => kind === "label") ? LABELLED : BARRIER;
  const positive = wanted.length === 0 ? phrase([everything]) : wanted.join(" AND ");
  const unwanted = none.map((atom) => eager(atom));
  const text = unwanted.length === 0 ? positive : `(${positive}) NOT (${unwanted.join(" OR ")})`;
  return { text, left };
}

const phrase = (tokens: readonly string[]): string => `"${tokens.join(" ")}"`;

/** The ways in which a word may stand in the index. */
const rowsOf = ({ tokens, whole }: Atom): string[][] => (whole === undefined ? [tokens] : [tokens, [whole]]);

interface Way {
  text: string;
  /** The text finds more than the words in a row: their own texts must be asked. */
  isLoose: boolean;
}

/** Empty: the index has no such word. `many`: FTS5 would gather all documents of a common beginning, however few of them are shown. */
function waysOf(atom: Atom, wordsFrom: WordsFrom): Way[] | "many" {
  const ways: Way[] = [];
  for (const row of rowsOf(atom)) {
    const words = atom.prefix ? wordsFrom(row.at(-1) ?? "") : row.slice(-1);
    if (words === undefined) return "many";
    const before = row.slice(0, -1);
    if (before.length === 0 || words.length <= MOST_ROWS)
      ways.push(...words.map((word) => ({ text: phrase([...before, word]), isLoose: false })));
    else {
      const ends = words.map((word) => phrase([word])).join(" OR ");
      ways.push({ text: `(${phrase(before)} AND (${ends}))`, isLoose: true });
    }
  }
  return ways;
}

const eager = (atom: Atom): string =>
  `(${rowsOf(atom)
    .map((row) => `${phrase(row)}${atom.prefix ? " *" : ""}`)
    .join(" OR ")})`;
