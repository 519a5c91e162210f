/** Puts the guide's answer together: the handbook's own words, and where to read on. The same question, the same bytes. */
import type { Section } from "./handbook";
import type { Found, HandbookSearch } from "./handbook-search";
import type { Question } from "./question";

export interface Handbook {
  sections: readonly Section[];
  search: HandbookSearch;
}

const MAX_QUOTED = 3;
const MAX_SEE_ALSO = 4;
/** What scores less than this share of the best is at most worth a line under "See also". */
const WORTH_QUOTING = 0.7;
const WORTH_A_LINE = 0.25;

export function answer(question: Question, handbook: Handbook): string {
  switch (question.kind) {
    case "about-guide":
      return aboutGuide(handbook);
    case "whole-handbook":
      return wholeHandbook(handbook);
    case "search": {
      const found = handbook.search(question.words);
      return found.length === 0 ? nothingFound(handbook) : quote(found);
    }
  }
}

function quote(found: Found[]): string {
  const best = found[0]?.score ?? 0;
  const quoted = found.slice(0, MAX_QUOTED).filter(({ score }) => score >= best * WORTH_QUOTING);
  const others = found.slice(quoted.length).filter(({ score }) => score >= best * WORTH_A_LINE);
  const pages = [...new Set(quoted.map(({ section }) => `**${section.page}**`))];
  return [
    `This is what the handbook says under ${pages.join(" and ")}:`,
    ...quoted.map(({ section }) => write(section)),
    ...seeAlso(others.slice(0, MAX_SEE_ALSO).map(({ section }) => section)),
  ].join("\n\n");
}

function write({ heading, body }: Section): string {
  return `### ${heading}\n\n${body}`;
}

function seeAlso(sections: Section[]): string[] {
  if (sections.length === 0) return [];
  return [`**See also:**\n\n${sections.map((section) => `- ${nameOf(section)}`).join("\n")}`];
}

function nameOf({ page, heading }: Section): string {
  return page === heading ? page : `${page} › ${heading}`;
}

/** The handbook's page about the guide is the one that opens with its name. */
function aboutGuide({ sections }: Handbook): string {
  const own = sections.filter(({ page }) => page === GUIDE_PAGE);
  return [...own.map(write), contents(sections)].join("\n\n");
}

export const GUIDE_PAGE = "The guide";

function nothingFound({ sections }: Handbook): string {
  return [
    "I found nothing about that in Braid's handbook, and the handbook is all I have: I am a small guide that works offline, not a language model.",
    'For anything else, set up a language model: name a provider and the environment variable that holds its key in `settings.json`. Ask me "How do I add a provider?" and I will show you how.',
    contents(sections),
  ].join("\n\n");
}

function contents(sections: readonly Section[]): string {
  const pages = [...new Set(sections.map(({ page }) => page))];
  return `**You can ask me about:**\n\n${pages.map((page) => `- ${page}`).join("\n")}`;
}

function wholeHandbook({ sections }: Handbook): string {
  const text = sections.map((section) =>
    section.page === section.heading ? `## ${section.page}\n\n${section.body}` : write(section),
  );
  return ["This is the whole handbook.", ...text].join("\n\n");
}
