// Sentences get their words where they are shown: in the language of that moment, old texts as they are.
import { afterEach, expect, test } from "vitest";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import "./rest-words";
import { language } from "./language";
import { inWords } from "./words";

afterEach(() => language.changeLanguage("en"));

const refused: Sentence = {
  key: "provider.answered.with-reason",
  params: { what: { key: "provider.key.message" }, status: "401", said: "bad key {{status}} $t(cancel)" },
};

test("a sentence is in the language of the window, with the sentence in its gap; a provider's words stay", () => {
  expect(inWords(refused)).toBe("The provider did not accept the key (401): bad key {{status}} $t(cancel)");
  void language.changeLanguage("de");
  expect(inWords(refused)).toBe(
    "Der Anbieter hat den Schlüssel nicht angenommen (401): bad key {{status}} $t(cancel)",
  );
});

test("numbers and plural forms follow the language", () => {
  const works: Sentence = { key: "provider.test.works", params: { count: 12_345, seconds: "0.4" } };
  expect(inWords(works)).toBe("It works: 12,345 models, in 0.4 s.");
  void language.changeLanguage("de");
  expect(inWords(works)).toContain("12.345");
  expect(inWords({ ...works, params: { count: 1, seconds: "0.4" } })).not.toContain("1 ");
});

test("a text that an earlier version stored is shown as it is", () => {
  expect(inWords("Der Anbieter hat {{status}} gesagt.")).toBe("Der Anbieter hat {{status}} gesagt.");
});

test("a key that a later version stored is named, and breaks nothing", () => {
  expect(inWords({ key: "provider.of-tomorrow" })).toBe(
    "Something failed (provider.of-tomorrow): this version of Braid has no words for it.",
  );
});
