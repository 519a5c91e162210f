/** What the window says, in the language of its user. All words stand in `resources/locales`. */
import i18next from "i18next";
import type { Language } from "../../src-preload/contract/language";
import { de } from "./de";
import { en } from "./en";

export const language = i18next.createInstance();
void language.init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "common",
  ns: Object.keys(en),
  resources: { en, de },
  // All is at hand: nothing is waited for, and React escapes what it shows.
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** For code that is no component; a component uses `useTranslation`, which renders anew when the language changes. */
export const { t } = language;

export function speak(lng: Language): void {
  document.documentElement.lang = lng;
  document.documentElement.dir = language.dir(lng);
  if (language.language !== lng) void language.changeLanguage(lng);
}

/** BCP 47, for `Intl`. */
export const spokenLanguage = (): string => language.language;
