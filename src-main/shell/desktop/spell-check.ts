/**
 * The spell checker, as the settings say, in the language of the app. macOS brings its own dictionaries. Elsewhere Chromium loads one from
 * its makers' servers the first time: the one request of the app that goes to no provider, so the user has to ask for it.
 */
import type { Session } from "electron";
import type { Language } from "../../../src-preload/contract/domain/language";

const USUAL: Record<Language, string> = { en: "en-US", de: "de" };

/** The dictionary of the user's own variety of the app's language (`en-GB`), else of the usual one, else of any. */
export function dictionaryFor(
  language: Language,
  system: readonly string[],
  available: readonly string[],
): string | undefined {
  const ofLanguage = (locale: string) => locale.toLowerCase().split("-")[0] === language;
  const wished = [...system.filter(ofLanguage), USUAL[language]];
  return wished.find((locale) => available.includes(locale)) ?? available.find(ofLanguage);
}

/**
 * Called before the first window is made, and after each change of the settings. `language` is the app's; undefined turns the checker off.
 */
export function applySpellCheck(
  session: Session,
  language: Language | undefined,
  system: readonly string[],
): void {
  // On macOS the system detects the language.
  if (process.platform === "darwin") session.setSpellCheckerEnabled(language !== undefined);
  else {
    const available = session.availableSpellCheckerLanguages;
    const dictionary = language === undefined ? undefined : dictionaryFor(language, system, available);
    session.setSpellCheckerLanguages(dictionary === undefined ? [] : [dictionary]);
    session.setSpellCheckerEnabled(dictionary !== undefined);
  }
}
