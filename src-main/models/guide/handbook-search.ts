/**
 * Finds the sections of the handbook that answer a question, best first. A word counts by how few sections have it, and a word that no
 * section has counts against all of them: that is how a question about something else is known.
 */
import type { Language } from "../../../src-preload/contract/domain/language";
import type { Section } from "./handbook";
import { nearWords, partsOf } from "./near-words";
import { contentWords, wordStem } from "./words";

export interface Found {
  section: Section;
  /** From 0 to 1. */
  score: number;
}

export interface HandbookSearch {
  /** Empty where no section answers. */
  find(words: readonly string[]): Found[];
  /** Returns true if few sections are about one of these words: then it is a subject, and the question needs no other. */
  hasSubject(words: readonly string[]): boolean;
  /** How many of the words stand in the handbook. */
  known(words: readonly string[]): number;
  /** How many of the words stand in the text. */
  shared(text: string, words: readonly string[]): number;
}

/** The worth of a word by the place where it stands. */
const WORTH = { heading: 1, also: 0.95, page: 0.6, term: 0.6, body: 0.3 };
/** The share of the score that the best single phrase has: a heading, or a question that the section is asked as. */
const PHRASE = 0.4;
/** How many sections would have a word that none has. */
const UNKNOWN = 0.3;

/** Below this score the guide says that it does not know. Calibrated with two thirds of `everyday-questions.json`. */
const ENOUGH = 0.55;

/** The share of the sections that a word may stand in, as a heading or a keyword, and still be a subject. */
const SUBJECT = 0.06;

/** The subject of a line in a list, such as the name of a command. */
const TERM = /^- \*\*(.+?)\*\*/gm;

interface Entry {
  section: Section;
  /** The stems of the section, with what each is worth. */
  worth: Map<string, number>;
  phrases: Phrase[];
}

interface Phrase {
  stems: ReadonlySet<string>;
  /** The weight of all its words together. */
  weight: number;
}

/** A word of the question: the stems that it may stand for, with how near they are, and its weight. */
interface Asked {
  near: ReadonlyMap<string, number>;
  /** More for a word that fewer sections have. */
  rare: number;
  /** The same, as often as the question says it. */
  weight: number;
}

/** The worth of the nearest of the stems. */
function nearest({ near }: Asked, worthOf: (stem: string) => number): number {
  let most = 0;
  for (const [stem, nearness] of near) most = Math.max(most, nearness * worthOf(stem));
  return most;
}

export function indexHandbook(sections: readonly Section[], language: Language): HandbookSearch {
  const stems = new Map<string, string>();
  function stemOf(word: string): string {
    const stem = stems.get(word) ?? wordStem(word, language);
    stems.set(word, stem);
    return stem;
  }
  const stemsOf = (text: string) => contentWords(text, language).map(stemOf);
  const entries = sections.map((section): Entry => {
    const worth = new Map<string, number>();
    for (const field of ["body", "page", "also", "heading"] as const)
      for (const stem of stemsOf(section[field])) worth.set(stem, WORTH[field]);
    // The first phrase of `also` is a list of single words.
    const [, ...asked] = section.also.split(" | ");
    const terms = [...section.body.matchAll(TERM)].map(([, term = ""]) => term);
    for (const stem of terms.flatMap(stemsOf)) worth.set(stem, Math.max(WORTH.term, worth.get(stem) ?? 0));
    const phrases = [section.heading, ...asked, ...terms].map((phrase) => ({
      stems: new Set(stemsOf(phrase)),
      weight: 0,
    }));
    return { section, worth, phrases };
  });

  const holders = new Map<string, number>();
  const subjects = new Map<string, number>();
  for (const { worth } of entries) {
    for (const [stem, value] of worth) {
      holders.set(stem, (holders.get(stem) ?? 0) + 1);
      if (value >= WORTH.also) subjects.set(stem, (subjects.get(stem) ?? 0) + 1);
    }
  }
  const rarity = (count: number) => Math.log(1 + entries.length / count);
  for (const phrase of entries.flatMap(({ phrases }) => phrases))
    phrase.weight = sum([...phrase.stems].map((stem) => rarity(holders.get(stem) ?? UNKNOWN)));

  function read(words: readonly string[]): Asked[] {
    const times = new Map<string, number>();
    for (const stem of words.flatMap((word) => knownStems(stemOf(word))))
      times.set(stem, (times.get(stem) ?? 0) + 1);
    return [...times].map(([stem, count]) => {
      const near = holders.has(stem) ? new Map([[stem, 1]]) : nearWords(stem, holders.keys());
      const held = Math.max(0, ...[...near.keys()].map((one) => holders.get(one) ?? 0));
      const rare = rarity(held || UNKNOWN);
      return { near, rare, weight: count * rare };
    });
  }

  function knownStems(stem: string): string[] {
    const parts = language === "de" && !holders.has(stem) ? partsOf(stem, holders) : [];
    return parts.length > 0 ? parts : [stem];
  }

  return {
    find(words) {
      const asked = read(words);
      const total = sum(asked.map(({ weight }) => weight));
      if (total === 0) return [];
      return entries
        .map((entry) => ({ section: entry.section, score: scoreOf(entry, asked, total) }))
        .filter(({ score }) => score >= ENOUGH)
        .sort((a, b) => b.score - a.score);
    },
    hasSubject: (words) =>
      words.some((word) => {
        const count = subjects.get(stemOf(word));
        return count !== undefined && count <= entries.length * SUBJECT;
      }),
    shared(text, words) {
      const stems = new Set(stemsOf(text));
      return read(words).filter(({ near }) => [...near.keys()].some((stem) => stems.has(stem))).length;
    },
    known: (words) => words.filter((word) => holders.has(stemOf(word))).length,
  };
}

/** `total` is the weight of all that is asked. */
function scoreOf({ worth, phrases }: Entry, asked: readonly Asked[], total: number): number {
  const covered = sum(asked.map((one) => one.weight * nearest(one, (stem) => worth.get(stem) ?? 0)));
  if (covered === 0) return 0;
  const alike = phrases.map((phrase) => {
    const inPhrase = asked.map((one) => nearest(one, (stem) => (phrase.stems.has(stem) ? 1 : 0)));
    const shared = sum(asked.map(({ weight }, at) => weight * (inPhrase[at] ?? 0)));
    const met = sum(asked.map(({ rare }, at) => ((inPhrase[at] ?? 0) > 0 ? rare : 0)));
    return shared / (total + Math.max(0, phrase.weight - met));
  });
  return ((1 - PHRASE) * covered) / total + PHRASE * Math.max(...alike);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
