/** The words of main in the language of its user: menus, notifications, pages without a window. English until `speak` changes it. */
import { readFileSync } from "node:fs";
import i18next from "i18next";
import type { Language } from "../../src-preload/contract/domain/language";
import { inWordsOf, type Sentence, type Translate } from "../../src-preload/contract/domain/sentence";
import { en } from "../core/english";

const language = i18next.createInstance();
void language.init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "errors",
  ns: Object.keys(en),
  resources: { en },
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** Built or not, this file lies two folders below the one that holds the resources. */
const WORDS = new URL("../../resources/locales/", import.meta.url);

/** Reads the words of a language when it is first spoken: no start waits for those of another. English is always there. */
function learn(lng: Language): void {
  for (const namespace of Object.keys(en)) {
    if (language.hasResourceBundle(lng, namespace)) continue;
    const words: unknown = JSON.parse(readFileSync(new URL(`${lng}/${namespace}.json`, WORDS), "utf8"));
    language.addResourceBundle(lng, namespace, words);
  }
}

export const { t } = language;

export const inWords = (sentence: Sentence): string => inWordsOf(t as unknown as Translate, sentence);

/** `t` of one language, whatever is spoken. */
export function translator(lng: Language): typeof t {
  learn(lng);
  return language.getFixedT(lng) as typeof t;
}

export const inLanguage = (lng: Language, sentence: Sentence): string =>
  inWordsOf(translator(lng) as unknown as Translate, sentence);

export function speak(lng: Language): void {
  if (language.language === lng) return;
  learn(lng);
  void language.changeLanguage(lng);
}

export const spokenLanguage = (): Language => language.language as Language;
