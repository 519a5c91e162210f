/**
 * How often the guide is right. The questions of `everyday-questions.json` were written before anybody looked at the handbook, in both
 * languages: those that it can answer, with the section that does and words of the answer, and those that it cannot know. A third is held
 * out: nothing was tuned with them.
 */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "../../../src-preload/contract/domain/language";
import { inLanguage, speak, spokenLanguage } from "../../language/language";
import { listOfCommands } from "../../language/list-of-commands";
import questions from "./everyday-questions.json";
import { createGuideModel } from "./guide-model";
import { readHandbook } from "./handbook";

const RIGHT = 0.9;
const REFUSED = 0.95;
/** Characters of an answer, without what it names to read on. */
const SHORT = 1000;

const resources_dir = join(import.meta.dirname, "../../../resources");
/** The guide asks for its list before each answer. */
const lists = { en: listOfCommands("en"), de: listOfCommands("de") };
const guide = createGuideModel({
  resources_dir,
  words_per_second: Infinity,
  speech: {
    language: spokenLanguage,
    words: (key, params = {}, language = spokenLanguage()) =>
      inLanguage(language, { key: `guide:${key}`, params }),
    commands: (language) => lists[language],
  },
});
const sections = LANGUAGES.flatMap((language) =>
  readHandbook(resources_dir, language, lists[language]).map((section) => ({
    ...section,
    language,
  })),
);

async function ask(...texts: string[]): Promise<string> {
  const prompt = texts.map((text) => ({
    role: "user" as const,
    content: [{ type: "text" as const, text }],
  }));
  const { content } = await guide.doGenerate({ prompt });
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The section that an answer begins with. */
function sectionOf(answer: string) {
  const heading = /^# (.+)$/m.exec(answer)?.[1];
  return sections.find((section) => section.heading === heading);
}

interface Answered {
  id: string;
  answer: string;
  is_right: boolean;
  held_out: boolean;
}

async function answers(language: Language): Promise<Answered[]> {
  const all = questions.map(async (question): Promise<Answered> => {
    const answer = await ask(question[language]);
    const section = sectionOf(answer);
    const { sections: wanted = [], contains } = question;
    const is_right =
      section !== undefined && contains !== undefined
        ? wanted.includes(section.place) &&
          contains[section.language].every((word) => answer.toLowerCase().includes(word.toLowerCase()))
        : section === contains;
    return { id: question.id, answer, is_right, held_out: question.held_out === true };
  });
  return Promise.all(all);
}

const isUnknown = new Set(questions.filter(({ kind }) => kind === "unknown").map(({ id }) => id));
const rateOf = (some: Answered[]) => some.filter(({ is_right }) => is_right).length / some.length;
const wrongOf = (some: Answered[]) => some.filter(({ is_right }) => !is_right).map(({ id }) => id);

test("the questions name sections that there are", () => {
  const places = new Set(sections.map(({ place }) => place));
  const named = questions.flatMap(({ sections: wanted = [] }) => wanted);
  expect(named.filter((place) => !places.has(place))).toEqual([]);
  expect(questions.length - isUnknown.size).toBeGreaterThanOrEqual(150);
  expect(isUnknown.size).toBeGreaterThanOrEqual(30);
});

describe.each(LANGUAGES)("in a window in %s", (window) => {
  let said: Record<Language, Answered[]>;
  beforeAll(async () => {
    speak(window);
    said = { en: await answers("en"), de: await answers("de") };
  });
  afterAll(() => speak("en"));

  test.each(LANGUAGES)("everyday questions in %s are answered rightly, or honestly not", (language) => {
    const all = said[language];
    const known = all.filter(({ id }) => !isUnknown.has(id));
    const unknown = all.filter(({ id }) => isUnknown.has(id));
    for (const some of [known, known.filter(({ held_out }) => held_out)])
      expect(rateOf(some), `wrong: ${wrongOf(some).join(", ")}`).toBeGreaterThanOrEqual(RIGHT);
    expect(rateOf(unknown), `not refused: ${wrongOf(unknown).join(", ")}`).toBeGreaterThanOrEqual(REFUSED);
  });

  test.each(LANGUAGES)("a question in %s is answered in its language, shortly", (language) => {
    const other = LANGUAGES.find((one) => one !== language) ?? language;
    const own = questions.filter((question) => question[language] !== question[other]);
    const answerTo = new Map(said[language].map(({ id, answer }) => [id, answer]));
    const answered = own.map((question) => ({ question, answer: answerTo.get(question.id) ?? "" }));
    const inOther = answered.filter(({ answer }) => (sectionOf(answer)?.language ?? language) !== language);
    expect(
      inOther.length / own.length,
      JSON.stringify(inOther.map(({ question }) => question.id)),
    ).toBeLessThan(0.03);
    for (const { question, answer } of answered) {
      if (question.kind === "unknown" || question.id === "what-can-you-do") continue;
      const [quoted = ""] = answer.split(/\*\*(?:See also|Siehe auch|You can ask|Danach)/);
      expect(quoted.length, question.id).toBeLessThan(SHORT);
    }
  });
});

describe("a question after another", () => {
  test("stands alone, however short it is", async () => {
    const before = ["how do I add a key", "what is a sidecar", "can I use my Ollama"];
    expect(sectionOf(await ask("how do I add a key", "what is a sidecar"))?.heading).toBe(
      "Sidecars: asking aside",
    );
    expect(sectionOf(await ask(...before))?.heading).toBe("A server on this computer");
    for (const question of ["is it free", "and is it free?", "Does it make backups?", "dark mode?"]) {
      const section = sectionOf(await ask(question));
      expect(section, question).toBeDefined();
      expect(sectionOf(await ask("what is a sidecar", question)), question).toEqual(section);
    }
  });

  test.each([
    ["Where is the data folder?", "How can I change it?", "Using another data folder"],
    ["how do i archive a session", "and how do i rename it?", "Renaming a session"],
    ["What is a sidecar?", "and how do I open one?", "Asking aside"],
    ["Was ist ein Zweig?", "Und wie lösche ich ihn?", "Einen Zweig umbenennen oder löschen"],
    ["Was ist ein Seitengespräch?", "und wie öffne ich das?", "Nebenbei fragen"],
  ])("%s – %s", async (first, second, heading) => {
    expect(sectionOf(await ask(first, second))?.heading).toBe(heading);
  });

  test("about nothing that the handbook knows is refused, whatever was asked before", async () => {
    expect(await ask("what is a sidecar", "what is the capital of France")).toContain("I found nothing");
    expect(await ask("was ist ein zweig", "und was ist die Hauptstadt von Frankreich?")).toContain(
      "nichts gefunden",
    );
  });
});
