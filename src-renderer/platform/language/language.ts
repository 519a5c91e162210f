/** The window's words, in its user's language. All of them are in `resources/locales`; the words of the first frame are loaded at once. */
import i18next from "i18next";
import commonDe from "../../../resources/locales/de/common.json";
import composerDe from "../../../resources/locales/de/composer.json";
import common from "../../../resources/locales/en/common.json";
import composer from "../../../resources/locales/en/composer.json";
import type { Language } from "../../../src-preload/contract/domain/language";

export const language = i18next.createInstance();
void language.init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "common",
  ns: ["common", "composer"],
  resources: { en: { common, composer }, de: { common: commonDe, composer: composerDe } },
  // All words are loaded before they are used, so nothing waits. React escapes the words that it shows.
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** For code outside of components; a component uses `useTranslation`, which renders anew when the language changes. */
export const { t } = language;

export function speak(lng: Language): void {
  document.documentElement.lang = lng;
  document.documentElement.dir = language.dir(lng);
  if (language.language !== lng) void language.changeLanguage(lng);
}

/** BCP 47, for `Intl`. */
export const spokenLanguage = (): string => language.language;
