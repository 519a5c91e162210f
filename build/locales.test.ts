/** Every language says everything: the same keys, the same placeholders, and no word left empty. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const LOCALES = join(import.meta.dirname, "../resources/locales");
const languages = readdirSync(LOCALES);
const files = readdirSync(join(LOCALES, "en"));

type Words = { [key: string]: string | Words };
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(LOCALES, language, file), "utf8")) as Words;

function flat(words: Words, before = ""): [key: string, text: string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[before + key, value]] : flat(value, `${before + key}.`),
  );
}
const placeholders = (text: string) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map((match) => match[1]).sort();

describe("every language says everything", () => {
  it("in the same files", () => {
    for (const language of languages) expect(readdirSync(join(LOCALES, language))).toEqual(files);
  });

  it.each(files)("%s", (file) => {
    const english = flat(read("en", file));
    for (const language of languages) {
      const words = new Map(flat(read(language, file)));
      expect([...words.keys()].sort()).toEqual(english.map(([key]) => key).sort());
      for (const [key, text] of english) {
        expect(words.get(key)?.trim(), `${language} ${key}`).not.toBe("");
        expect(placeholders(words.get(key) ?? ""), `${language} ${key}`).toEqual(placeholders(text));
      }
    }
  });

  it.each(files)("%s in German has a blank before an ellipsis that stands for more to come", (file) => {
    const joined = flat(read("de", file)).filter(([, text]) => /\p{L}…/u.test(text));
    expect(joined).toEqual([]);
  });
});
