/**
 * Ranks what has names by a typed query: the things of a palette, not free text. Pure. Each name is compared word by word, so the cost is
 * linear in its length, whatever a hostile title holds.
 */
import { plain, score as scoreOfLetters } from "./match";

/** A thing to be found. */
export interface Names {
  name: string;
  /** Other names that people use. */
  also?: readonly string[];
  /** Names of what it belongs to. */
  within?: readonly string[];
  /** Words that only hint at it. */
  about?: string;
}

/** The names as lists of words; made once, asked with each key. */
export interface Indexed {
  name: string;
  phrases: readonly { words: readonly string[]; weight: number }[];
  about: readonly string[];
}

/** A further name counts a little less than the name that is shown. */
const NAME = 1;
const ALSO = 0.93;
const WITHIN = 0.7;
/** The words stand in several names: each of them is about the thing, but none of them is what was typed. */
const SPREAD = 0.6;
const ABOUT = 0.4;
const LETTERS = 0.3;
/** The part of a phrase's score that depends on how much of it was typed. */
const COVERAGE = 0.25;
const FIRST_WORD = 0.03;

export const wordsOf = (text: string): string[] =>
  plain(text)
    .replaceAll("ß", "ss")
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** `others`: the same thing in further languages that people type; each counts a little less. */
export function index(names: Names, others: readonly Names[] = []): Indexed {
  const phrases = [names, ...others].flatMap(({ name, also = [], within = [] }, at) => {
    const less = at === 0 ? 1 : 0.97;
    return [
      { words: wordsOf(name), weight: NAME * less },
      ...also.map((phrase) => ({ words: wordsOf(phrase), weight: ALSO * less })),
      ...within.map((phrase) => ({ words: wordsOf(phrase), weight: WITHIN * less })),
    ];
  });
  const about = [names, ...others].flatMap(({ about = "" }) => wordsOf(about));
  return { name: plain(names.name), phrases, about };
}

/** The ends of plurals, in English and German. */
const PLURALS = ["s", "es", "n", "en", "er"];

/** How well one word is what was typed, 0 to 1. */
function scoreWord(word: string, term: string): number {
  if (word === term) return 1;
  if (word.startsWith(term)) return 0.7 + 0.2 * (term.length / word.length);
  // A plural finds the singular.
  if (word.length > 3 && term.startsWith(word) && PLURALS.includes(term.slice(word.length))) return 0.85;
  // German writes words as one: "Größe" is in "Schriftgröße".
  return term.length > 3 && word.includes(term) ? 0.5 : 0;
}

const bestOf = (words: readonly string[], term: string): number =>
  words.reduce((most, word) => Math.max(most, scoreWord(word, term)), 0);

/** The mean over all words of the query; 0 where one of them is missing. */
function scoreAll(words: readonly string[], terms: readonly string[]): number {
  let sum = 0;
  for (const term of terms) {
    const found = bestOf(words, term);
    if (found === 0) return 0;
    sum += found;
  }
  return sum / terms.length;
}

function scorePhrase(words: readonly string[], terms: readonly string[]): number {
  const found = scoreAll(words, terms);
  if (found === 0) return 0;
  const covered = Math.min(1, terms.length / words.length);
  const begins = scoreWord(words[0] ?? "", terms[0] ?? "") > 0 ? FIRST_WORD : 0;
  return found * (1 - COVERAGE + COVERAGE * covered) + (covered < 1 ? begins : 0);
}

function scoreTerms({ name, phrases, about }: Indexed, terms: readonly string[]): number {
  const whole = phrases.reduce(
    (most, { words, weight }) => Math.max(most, weight * scorePhrase(words, terms)),
    0,
  );
  if (whole > 0) return whole;
  const all = phrases.flatMap(({ words }) => words);
  return (
    SPREAD * scoreAll(all, terms) ||
    ABOUT * scoreAll([...all, ...about], terms) ||
    LETTERS * scoreOfLetters(name, terms.join(" "))
  );
}

/** A typed query. */
export interface Asked {
  text: string;
  terms: readonly string[];
  /** Without the words that say nothing of what is meant ("the", "change"); undefined where there are none. */
  bare: readonly string[] | undefined;
}

/** @param fillers words that a query may hold and a name need not */
export function ask(query: string, fillers: readonly string[] = []): Asked {
  const terms = wordsOf(query);
  const bare = terms.filter((term) => !fillers.includes(term));
  return {
    text: plain(query.trim()),
    terms,
    bare: bare.length === 0 || bare.length === terms.length ? undefined : bare,
  };
}

/** 0 where it does not match, 1 where the name is what was typed. */
export function score(indexed: Indexed, { text, terms, bare }: Asked): number {
  // A query of signs alone, such as an emoji, has no words.
  if (terms.length === 0) return text === "" ? 0 : LETTERS * scoreOfLetters(indexed.name, text);
  const whole = scoreTerms(indexed, terms);
  return bare === undefined ? whole : Math.max(whole, 0.97 * scoreTerms(indexed, bare));
}

/** The most that scattered letters score: a list that has anything better needs no such match. */
export const GUESS = LETTERS;

/** The matching items, best first; equal ones keep their order. */
export const ranked = <T>(
  items: readonly T[],
  asked: Asked,
  indexOf: (item: T) => Indexed,
): { item: T; score: number }[] =>
  items
    .map((item) => ({ item, score: score(indexOf(item), asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
