/**
 * Puts the guide's answer together: the beginning of the best section, in the handbook's own words, and what to read on. The same question
 * gives the same bytes.
 */
import { handbookAddress } from "../../../src-preload/contract/domain/handbook";
import { excerpt } from "./excerpt";
import type { Section } from "./handbook";
import type { HandbookSearch } from "./handbook-search";
import type { Question } from "./question";
import type { Speech } from "./speech";

export interface Handbook {
  sections: readonly Section[];
  search: HandbookSearch;
  /** The fixed texts around the quotations, in the language of the handbook. */
  words: Speech["words"];
}

const MAX_SEE_ALSO = 3;
/** A section with a smaller share of the best score is about something else. */
const WORTH_A_LINE = 0.6;

export function answer(question: Question, handbook: Handbook): string {
  switch (question.kind) {
    case "about-guide":
      return aboutGuide(handbook);
    case "whole-handbook":
      return wholeHandbook(handbook);
    case "search": {
      const [best, ...others] = handbook.search.find(question.words);
      if (best === undefined) return nothingFound(handbook);
      const worthALine = others.filter(({ score }) => score >= best.score * WORTH_A_LINE);
      return quote(
        best.section,
        worthALine.map(({ section }) => section),
        question.words,
        handbook,
      );
    }
  }
}

function quote(best: Section, others: Section[], asked: readonly string[], handbook: Handbook): string {
  const { page, heading, body } = best;
  const { text, is_whole } = excerpt(body, (part) => handbook.search.shared(part, asked));
  // Where nothing else was found, the page's other sections are near.
  const near = handbook.sections.filter((one) => one.page === page && one !== best);
  const more = (others.length > 0 ? others : near).slice(0, MAX_SEE_ALSO);
  return [
    handbook.words("found", { pages: `**${page}**` }),
    `# ${heading}\n\n${text}`,
    ...seeAlso(is_whole ? more : [best, ...more], handbook.words),
  ].join("\n\n");
}

/** A page is a heading of the first rank, which the window draws below the session's title. */
function write({ page, heading, body }: Section): string {
  return `${page === heading ? "#" : "##"} ${heading}\n\n${body}`;
}

function seeAlso(sections: Section[], words: Speech["words"]): string[] {
  if (sections.length === 0) return [];
  return [`**${words("see-also")}**\n\n${linksTo(sections)}`];
}

const linksTo = (sections: Section[]): string =>
  sections.map((section) => `- [${nameOf(section)}](${handbookAddress(section.place)})`).join("\n");

function nameOf({ page, heading }: Section): string {
  return page === heading ? page : `${page} › ${heading}`;
}

/** Answers with the beginning of the handbook's page about the guide, which bears its name, and the table of contents. */
function aboutGuide({ sections, words }: Handbook): string {
  const own = sections.filter(({ page }) => page === words("page"));
  const [first, ...more] = own;
  const beginning = first === undefined ? [] : [write(first)];
  return [...beginning, ...seeAlso(more, words), contents(sections, words)].join("\n\n");
}

function nothingFound({ sections, words }: Handbook): string {
  return [words("nothing"), words("instead"), contents(sections, words)].join("\n\n");
}

function contents(sections: readonly Section[], words: Speech["words"]): string {
  const pages = sections.filter(({ page, heading }) => page === heading);
  return `**${words("contents")}**\n\n${linksTo(pages)}`;
}

function wholeHandbook({ sections, words }: Handbook): string {
  return [words("whole"), ...sections.map(write)].join("\n\n");
}
