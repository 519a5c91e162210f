/** Finds the sections of the handbook that have all the words of a query. */
import type { HandbookSection } from "../../../src-preload/contract/domain/handbook";
import { plain } from "../../platform/match";

/** In the order of the pages; those with a word of the query in their heading stand first. */
export function search(sections: readonly HandbookSection[], query: string): HandbookSection[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = sections.filter(({ page, heading, body, also }) => {
    const text = plain(`${page} ${heading} ${also} ${body}`);
    return words.every((word) => text.includes(word));
  });
  const named = ({ heading }: HandbookSection) =>
    words.filter((word) => plain(heading).includes(word)).length;
  return found.sort((a, b) => named(b) - named(a));
}
