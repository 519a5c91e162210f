/** The words of main in the language of its user: menus, notifications, pages without a window. English until `speak` changes it. */
import i18next from "i18next";
import type { Language } from "../../src-preload/contract/domain/language";
import { inWordsOf, type Sentence, type Translate } from "../../src-preload/contract/domain/sentence";
import { en } from "../core/english";
import { de } from "./de";

const language = i18next.createInstance();
void language.init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "errors",
  ns: Object.keys(en),
  resources: { en, de },
  initAsync: false,
  interpolation: { escapeValue: false },
});

export const { t } = language;

export const inWords = (sentence: Sentence): string => inWordsOf(t as unknown as Translate, sentence);

/** `t` of one language, whatever is spoken. */
export const translator = (lng: Language): typeof t => language.getFixedT(lng) as typeof t;

export const inLanguage = (lng: Language, sentence: Sentence): string =>
  inWordsOf(translator(lng) as unknown as Translate, sentence);

export function speak(lng: Language): void {
  if (language.language !== lng) void language.changeLanguage(lng);
}

export const spokenLanguage = (): Language => language.language as Language;
