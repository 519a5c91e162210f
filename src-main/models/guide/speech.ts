/** How the guide speaks: in the language of the question, or else of its user, looked up for each answer. */
import type { Language } from "../../../src-preload/contract/domain/language";
import type { SentenceParams } from "../../../src-preload/contract/domain/sentence";
import { inEnglish } from "../../core/english";
import type { SentenceKey } from "../../core/say";

type GuideKey = { [Key in SentenceKey]: Key extends `guide:${infer Own}` ? Own : never }[SentenceKey];

export interface Speech {
  /** The window's language. */
  language(): Language;
  /** A text of `guide.json`. */
  words(key: GuideKey, params?: SentenceParams, language?: Language): string;
  /** The list of all commands, in Markdown, for the handbook's place of it. */
  commands(language: Language): string;
}

/** The guide's own words are English, whatever is asked. */
export const english: Speech = {
  language: () => "en",
  words: (key, params = {}) => inEnglish({ key: `guide:${key}`, params }),
  // The commands are the window's: without one there are none.
  commands: () => "",
};
