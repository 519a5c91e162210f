/** The app's handbook as the guide reads it: Markdown pages, cut into sections at their headings. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HandbookSection } from "../../../src-preload/contract/domain/handbook";
import type { Language } from "../../../src-preload/contract/domain/language";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";

export interface Section extends HandbookSection {
  /** Place in the handbook, from 0. */
  id: number;
  /**
   * From `<!-- also: word word … -->`, and, after a ` | ` each, from `<!-- asked: a question | another one -->`.
   */
  also: string;
}

/** English is at the root; the other languages have a folder of their own, with the same pages. */
export const handbookFolder = (resources_dir: string, language: Language): string =>
  join(resources_dir, "handbook", ...(language === "en" ? [] : [language]));

/** The line that stands for the list of all commands: a page that listed them by itself would miss the next one. */
const COMMANDS = "<!-- commands -->";

/** The sections in order of file names; `commands` is the list of all commands. @throws BraidError `INTERNAL` where the installation lacks the handbook. */
export function readHandbook(resources_dir: string, language: Language, commands: string): Section[] {
  const drafts = draftsOf(handbookFolder(resources_dir, language), commands);
  const english = language === "en" ? drafts : draftsOf(handbookFolder(resources_dir, "en"), "");
  return drafts.map(({ file: _, ...section }, id) => {
    const { file, heading } = english[id] ?? { file: "", heading: "" };
    return { id, place: `${file}#${anchorOf(heading)}`, ...section };
  });
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

function draftsOf(folder: string, commands: string): (Draft & { file: string })[] {
  const drafts = pageFiles(folder).flatMap(({ file, text }) =>
    cutIntoSections(text.replace(COMMANDS, () => commands)).map((draft) => ({ file, ...draft })),
  );
  if (drafts.length === 0) throw missing(folder);
  return drafts;
}

function pageFiles(folder: string): { file: string; text: string }[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".md"));
    return names
      .sort()
      .map((name) => ({ file: name.slice(0, -3), text: readFileSync(join(folder, name), "utf8") }));
  } catch (cause) {
    throw missing(folder, cause);
  }
}

function missing(folder: string, cause?: unknown): BraidError {
  const hint = say("guide.missing.hint");
  return new BraidError("INTERNAL", say("guide.missing.message", { folder }), { hint, cause });
}

type Draft = Omit<Section, "id" | "place">;

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
  const asked = /^<!-- (?:also|asked): (.+) -->$/.exec(line)?.[1];
  if (asked === undefined) section.body += `${line}\n`;
  else section.also += section.also === "" ? asked : ` | ${asked}`;
}
