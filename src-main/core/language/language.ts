/** What main says, in the language of its user; English until told otherwise. All words stand in `resources/locales`. */
import i18next from "i18next";
import type { Language } from "../../../src-preload/contract/domain/language";
import { de } from "./de";
import { en } from "./en";

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

export function speak(lng: Language): void {
  if (language.language !== lng) void language.changeLanguage(lng);
}

export const spokenLanguage = (): Language => language.language as Language;
