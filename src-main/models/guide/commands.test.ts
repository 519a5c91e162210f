/** The guide knows every command, in each language, also those of which no page speaks. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../../src-preload/contract/domain/language";
import { commandIds, isOnSystem } from "../../../src-preload/contract/window/commands";
import type { Shortcuts } from "../../../src-preload/contract/window/shortcuts";
import { inWords, speak, spokenLanguage, t } from "../../language/language";
import { listOfCommands } from "../../language/list-of-commands";
import { createGuideModel } from "./guide-model";

const NEW_COMMAND = "- **Gyrate** · `/gyrate`";
let chosen: Shortcuts = {};
const guide = createGuideModel({
  resources_dir: join(import.meta.dirname, "../../../resources"),
  words_per_second: Infinity,
  speech: {
    language: spokenLanguage,
    words: (key, params = {}) => inWords({ key: `guide:${key}`, params }),
    commands: (language) => `${listOfCommands(language, chosen)}\n${NEW_COMMAND}`,
  },
});

async function ask(text: string): Promise<string> {
  const { content } = await guide.doGenerate({
    prompt: [{ role: "user", content: [{ type: "text", text }] }],
  });
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

const WORDS: Record<Language, { whole: string; gyrate: string[]; heading: string; key: string }> = {
  en: {
    whole: "Print the whole handbook",
    gyrate: ["How do I gyrate the session?", "What does the command Gyrate do?"],
    heading: "All commands",
    key: "Ctrl+Shift+M",
  },
  de: {
    whole: "Zeig das ganze Handbuch",
    gyrate: ["Wie geht Gyrate mit der Sitzung?", "Was macht der Befehl Gyrate?"],
    heading: "Alle Befehle",
    key: "Strg+Umschalt+M",
  },
};

describe.each(LANGUAGES)("in %s", (language) => {
  const { whole, gyrate, heading, key } = WORDS[language];
  beforeAll(() => speak(language));
  afterAll(() => speak("en"));

  test.each(gyrate)("%s: a command of which no page speaks is found in the list", async (question) => {
    const answer = await ask(question);
    expect(answer).toContain(`# ${heading}\n`);
    expect(answer).toContain(NEW_COMMAND);
  });

  // The answers before have read the handbook with its own keys.
  test("the handbook lists every command, with its key and its name after a slash; with those keys that the user has chosen just now", async () => {
    chosen = { "choose-model": "F8", "go-to": null };
    const other = await ask(whole);
    chosen = {};
    expect(other).toContain(`- **${t("commands:choose-model")}** · \`F8\` · \`/model\`\n`);
    expect(other).toContain(`- **${t("commands:go-to")}** · \`/go\`\n`);
    const handbook = await ask(whole);
    const ids = commandIds.filter((id) => isOnSystem(id, process.platform === "darwin"));
    for (const id of ids) expect(handbook).toContain(`\n- **${t(`commands:${id}`)}**`);
    expect(handbook).toContain(`- **${t("commands:choose-model")}** · \`${key}\` · \`/model\`\n`);
    expect(handbook).not.toContain("<!--");
  });
});
