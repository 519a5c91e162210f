/** The English words of main: for the log, and for what a model reads, whatever language the window has. */
import i18next from "i18next";
import commands from "../../resources/locales/en/commands.json";
import errors from "../../resources/locales/en/errors.json";
import guide from "../../resources/locales/en/guide.json";
import keys from "../../resources/locales/en/keys.json";
import problems from "../../resources/locales/en/problems.json";
import shell from "../../resources/locales/en/shell.json";
import { inWordsOf, type Sentence, type Translate } from "../../src-preload/contract/domain/sentence";

/** The built app has no `also` in `commands` (electron.vite.config.ts). */
export const en = { commands, errors, guide, keys, problems, shell };

const english = i18next.createInstance();
void english.init({
  lng: "en",
  ns: Object.keys(en),
  defaultNS: "errors",
  resources: { en },
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** Adds the words of a part of main that no start needs. */
export const addEnglish = (namespace: string, words: object): void => {
  english.addResourceBundle("en", namespace, words);
};

export const inEnglish = (sentence: Sentence): string =>
  inWordsOf(english.t as unknown as Translate, sentence);
