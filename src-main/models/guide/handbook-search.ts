/** Finds the sections of the handbook that answer a question, best first. */
import MiniSearch from "minisearch";
import type { Language } from "../../../src-preload/contract/domain/language";
import type { Section } from "./handbook";
import { contentWords, wordStem } from "./words";

export interface Found {
  section: Section;
  score: number;
}

export type HandbookSearch = (words: readonly string[]) => Found[];

/** Short words must match exactly: a typo in four letters is mostly another word. */
const typoTolerance = (term: string) => (term.length >= 6 ? 1 : false);
const isPrefixed = (term: string) => term.length >= 4;

/** The least share of a question's words that a section must have: with fewer the question is about something else. */
const MIN_COVERAGE = 0.4;
/** A section with a lower score only mentions one of the words in passing. */
const MIN_SCORE = 6;

export function indexHandbook(sections: readonly Section[], language: Language): HandbookSearch {
  const stem = (word: string) => wordStem(word, language);
  const index = new MiniSearch<Section>({
    fields: ["page", "heading", "also", "body"],
    tokenize: (text) => contentWords(text, language),
    processTerm: stem,
    searchOptions: {
      boost: { page: 2, heading: 3, also: 3 },
      prefix: isPrefixed,
      fuzzy: typoTolerance,
      weights: { fuzzy: 0.3, prefix: 0.5 },
    },
  });
  index.addAll(sections);
  const byId = new Map(sections.map((section) => [section.id, section]));

  return (words) => {
    const asked = new Set(words.map(stem));
    const found = index.search(words.join(" ")).flatMap(({ id, score, queryTerms }): Found[] => {
      const section = byId.get(Number(id));
      const share = new Set(queryTerms).size / asked.size;
      return section === undefined || share < MIN_COVERAGE ? [] : [{ section, score: score * share }];
    });
    return found.filter(({ score }) => score >= MIN_SCORE).sort((a, b) => b.score - a.score);
  };
}
