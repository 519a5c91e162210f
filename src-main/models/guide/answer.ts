/** Puts the guide's answer together: the handbook's own words, and where to read on. The same question, the same bytes. */
import { t } from "../../core/language/language";
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
    t("guide:found", { pages: pages.join(t("guide:and")) }),
    ...quoted.map(({ section }) => write(section)),
    ...seeAlso(others.slice(0, MAX_SEE_ALSO).map(({ section }) => section)),
  ].join("\n\n");
}

function write({ heading, body }: Section): string {
  return `### ${heading}\n\n${body}`;
}

function seeAlso(sections: Section[]): string[] {
  if (sections.length === 0) return [];
  return [`**${t("guide:see-also")}**\n\n${sections.map((section) => `- ${nameOf(section)}`).join("\n")}`];
}

function nameOf({ page, heading }: Section): string {
  return page === heading ? page : `${page} › ${heading}`;
}

/** The handbook's page about the guide is the one that opens with its name. */
function aboutGuide({ sections }: Handbook): string {
  const own = sections.filter(({ page }) => page === t("guide:page"));
  return [...own.map(write), contents(sections)].join("\n\n");
}

function nothingFound({ sections }: Handbook): string {
  return [t("guide:nothing"), t("guide:instead"), contents(sections)].join("\n\n");
}

function contents(sections: readonly Section[]): string {
  const pages = [...new Set(sections.map(({ page }) => page))];
  return `**${t("guide:contents")}**\n\n${pages.map((page) => `- ${page}`).join("\n")}`;
}

function wholeHandbook({ sections }: Handbook): string {
  const text = sections.map((section) =>
    section.page === section.heading ? `## ${section.page}\n\n${section.body}` : write(section),
  );
  return [t("guide:whole"), ...text].join("\n\n");
}
