/** Puts the guide's answer together: the handbook's own words, and pages to read on. The same question gives the same bytes. */
import type { Section } from "./handbook";
import type { Found, HandbookSearch } from "./handbook-search";
import type { Question } from "./question";
import type { Speech } from "./speech";

export interface Handbook {
  sections: readonly Section[];
  search: HandbookSearch;
}

const MAX_QUOTED = 3;
const MAX_SEE_ALSO = 4;
/** A page with a smaller share of the best score gets at most a line under "See also". */
const WORTH_QUOTING = 0.7;
const WORTH_A_LINE = 0.25;

type Words = Speech["words"];

/** The fixed texts around the quotations come from `words`. */
export function answer(question: Question, handbook: Handbook, words: Words): string {
  switch (question.kind) {
    case "about-guide":
      return aboutGuide(handbook, words);
    case "whole-handbook":
      return wholeHandbook(handbook, words);
    case "search": {
      const found = handbook.search(question.words);
      return found.length === 0 ? nothingFound(handbook, words) : quote(found, words);
    }
  }
}

function quote(found: Found[], words: Words): string {
  const best = found[0]?.score ?? 0;
  const quoted = found.slice(0, MAX_QUOTED).filter(({ score }) => score >= best * WORTH_QUOTING);
  const others = found.slice(quoted.length).filter(({ score }) => score >= best * WORTH_A_LINE);
  const pages = [...new Set(quoted.map(({ section }) => `**${section.page}**`))];
  return [
    words("found", { pages: pages.join(words("and")) }),
    ...quoted.map(({ section }) => write(section)),
    ...seeAlso(
      others.slice(0, MAX_SEE_ALSO).map(({ section }) => section),
      words,
    ),
  ].join("\n\n");
}

function write({ heading, body }: Section): string {
  return `### ${heading}\n\n${body}`;
}

function seeAlso(sections: Section[], words: Words): string[] {
  if (sections.length === 0) return [];
  return [`**${words("see-also")}**\n\n${sections.map((section) => `- ${nameOf(section)}`).join("\n")}`];
}

function nameOf({ page, heading }: Section): string {
  return page === heading ? page : `${page} › ${heading}`;
}

/** Answers with the handbook's page about the guide, which bears its name, and the table of contents. */
function aboutGuide({ sections }: Handbook, words: Words): string {
  const own = sections.filter(({ page }) => page === words("page"));
  return [...own.map(write), contents(sections, words)].join("\n\n");
}

function nothingFound({ sections }: Handbook, words: Words): string {
  return [words("nothing"), words("instead"), contents(sections, words)].join("\n\n");
}

function contents(sections: readonly Section[], words: Words): string {
  const pages = [...new Set(sections.map(({ page }) => page))];
  return `**${words("contents")}**\n\n${pages.map((page) => `- ${page}`).join("\n")}`;
}

function wholeHandbook({ sections }: Handbook, words: Words): string {
  const text = sections.map((section) =>
    section.page === section.heading ? `## ${section.page}\n\n${section.body}` : write(section),
  );
  return [words("whole"), ...text].join("\n\n");
}
