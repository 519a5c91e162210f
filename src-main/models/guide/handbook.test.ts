import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseSettings } from "../../settings/parse-settings";
import { GUIDE_PAGE } from "./answer";
import { cutIntoSections, readHandbook } from "./handbook";

const sections = readHandbook(join(import.meta.dirname, "../../../resources/handbook"));

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

describe("the bundled handbook", () => {
  test("every section has words to be found by and something to say", () => {
    expect(sections.length).toBeGreaterThan(30);
    for (const { page, heading, body, also } of sections) {
      expect([page, heading, also.length > 0, body.length > 60]).toEqual([page, heading, true, true]);
    }
    expect(sections.map(({ page }) => page)).toContain(GUIDE_PAGE);
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
    const table = sections.find(({ heading }) => heading === "Settings for answers: run")?.body ?? "";
    for (const [, name, value] of table.matchAll(/^\| `(\w+)` \| `?(\w+)/gm)) {
      expect({ [name ?? ""]: value }).toEqual({ [name ?? ""]: String(run[name as keyof typeof run]) });
    }
    const saving = sections.find(({ heading }) => heading === "Settings for saving: recorder")?.body ?? "";
    expect(saving).toContain(`\`save_buffer_ms\` (${recorder.save_buffer_ms})`);
    expect(saving).toContain(`\`save_buffer_size\` (${recorder.save_buffer_size})`);
  });
});
