import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../../src-preload/contract/domain/language";
import { en } from "../../core/english";
import { inLanguage } from "../../language/language";
import { parseSettings } from "../../settings/parse-settings";
import { cutIntoSections, readHandbook } from "./handbook";

const resources_dir = join(import.meta.dirname, "../../../resources");
const guidePages: Record<Language, string> = {
  en: en.guide.page,
  de: inLanguage("de", { key: "guide:page" }),
};
const handbooks = LANGUAGES.map((language) => ({
  language,
  sections: readHandbook(resources_dir, language, "- **Command**"),
}));
const english = handbooks.find(({ language }) => language === "en")?.sections ?? [];
const examplesOf = (body: string) => [...body.matchAll(/```\w*\n([\s\S]+?)```/g)].map(([, text]) => text);

describe("cutting pages", () => {
  test("at headings, but not inside fenced blocks", () => {
    const page =
      "# Page\n<!-- also: first words -->\n\nIntro\n\n## Part\n\n```sh\n# no heading\n## none\n```\n\nEnd\n";
    expect(cutIntoSections(page)).toEqual([
      { page: "Page", heading: "Page", also: "first words", body: "Intro" },
      { page: "Page", heading: "Part", also: "", body: "```sh\n# no heading\n## none\n```\n\nEnd" },
    ]);
  });
});

describe.each(handbooks)("the bundled handbook in $language", ({ language, sections }) => {
  test("every section has words to be found by and something to say", () => {
    expect(sections.length).toBeGreaterThan(30);
    for (const { page, heading, body, also } of sections) {
      expect([page, heading, also.length > 0, body.length > 60]).toEqual([page, heading, true, true]);
    }
    expect(sections.map(({ page }) => page)).toContain(guidePages[language]);
  });

  test("a colon announces each list that a sentence leads into, so that the guide quotes both or neither", () => {
    const open = sections.flatMap(({ body }) => body.match(/^.*[^.:!?*`|]\n\n- /gm) ?? []);
    expect(open).toEqual([]);
  });

  test("its examples of settings.json are right", () => {
    const examples = sections.flatMap(({ body }) =>
      [...body.matchAll(/```json\n([\s\S]+?)```/g)].map(([, json]) => json),
    );
    expect(examples.length).toBeGreaterThan(2);
    for (const example of examples) {
      const { problems } = parseSettings(example ?? "");
      // The shortest example of a default model names a provider of the one before it.
      expect(problems.filter(({ path }) => path !== "default_model.provider_id")).toEqual([]);
    }
  });

  test("the numbers it gives for the settings are the defaults", () => {
    const { run, recorder } = parseSettings("").settings;
    const table = sections.find(({ heading }) => heading.endsWith(": run"))?.body ?? "";
    const lines = [...table.matchAll(/^\| `(\w+)` \| `?(\w+)/gm)];
    expect(lines.length).toBeGreaterThan(5);
    for (const [, name, value] of lines) {
      expect({ [name ?? ""]: value }).toEqual({ [name ?? ""]: String(run[name as keyof typeof run]) });
    }
    const saving = sections.find(({ heading }) => heading.endsWith(": recorder"))?.body ?? "";
    expect(saving).toContain(`\`save_buffer_ms\` (${recorder.save_buffer_ms})`);
    expect(saving).toContain(`\`save_buffer_size\` (${recorder.save_buffer_size})`);
  });

  test("it has the sections of the English one, in their order, with the same examples", () => {
    // Text set as code is typed, or read in a file: it does not depend on the language.
    const typed = ({ body }: { body: string }) => ({
      examples: examplesOf(body),
      names: [...body.matchAll(/`([a-z]+[._][\w.]+)`/g)].map(([, name]) => name).sort(),
    });
    const pages = (all: typeof sections) =>
      all.map(({ page, heading }) => (page === heading ? "page" : "section"));
    expect(pages(sections)).toEqual(pages(english));
    expect(sections.map(typed)).toEqual(english.map(typed));
  });
});
