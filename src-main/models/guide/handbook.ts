/** The app's handbook as the guide reads it: Markdown pages, cut into sections at their headings. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../src-preload/contract/domain/language";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

export interface Section {
  /** Place in the handbook, from 0. */
  id: number;
  page: string;
  /** Equal to `page` for the page's introduction. */
  heading: string;
  body: string;
  /** Words by which people ask for this section, but which its text does not use: from `<!-- also: … -->`. */
  also: string;
}

/** English is at the root; the other languages have a folder of their own, with the same pages. */
export const handbookFolder = (resources_dir: string, language: Language): string =>
  join(resources_dir, "handbook", ...(language === "en" ? [] : [language]));

/** The sections in order of file names. @throws BraidError `INTERNAL` where the installation lacks the handbook. */
export function readHandbook(folder: string): Section[] {
  const sections = pageTexts(folder).flatMap(cutIntoSections);
  if (sections.length === 0) throw missing(folder);
  return sections.map((section, id) => ({ id, ...section }));
}

function pageTexts(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
    return names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
  } catch (cause) {
    throw missing(folder, cause);
  }
}

function missing(folder: string, cause?: unknown): BraidError {
  const hint = say("guide.missing.hint");
  return new BraidError("INTERNAL", say("guide.missing.message", { folder }), { hint, cause });
}

type Draft = Omit<Section, "id">;

/** `# Page`, then `## Section`s; a `#` inside a fenced block is text. */
export function cutIntoSections(markdown: string): Draft[] {
  const sections: Draft[] = [];
  let page = "";
  let fenced = false;
  for (const line of markdown.split(/\r?\n/)) {
    if (/^(```|~~~)/.test(line)) fenced = !fenced;
    const heading = fenced ? null : /^(#{1,2}) (.+)$/.exec(line);
    const current = sections.at(-1);
    if (heading?.[2] !== undefined) {
      if (heading[1] === "#") page = heading[2];
      sections.push({ page, heading: heading[2], body: "", also: "" });
    } else if (current !== undefined) addLine(current, line);
  }
  return sections.map((section) => ({ ...section, body: section.body.trim() }));
}

function addLine(section: Draft, line: string): void {
  const also = /^<!-- also: (.+) -->$/.exec(line);
  if (also?.[1] === undefined) section.body += `${line}\n`;
  else section.also = also[1];
}
