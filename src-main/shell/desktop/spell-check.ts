/**
 * The spell checker: off unless the settings say otherwise, in the language of the app. macOS brings its own; elsewhere Chromium loads
 * a dictionary from its makers' servers the first time, the one request of the app that goes to no provider: so it is asked for.
 */
import type { Session } from "electron";
import type { Language } from "../../../src-preload/contract/domain/language";

const USUAL: Record<Language, string> = { en: "en-US", de: "de" };

/** The user's own kind of the app's language (`en-GB`), if there is a dictionary of it. */
export function dictionaryFor(
  language: Language,
  system: readonly string[],
  available: readonly string[],
): string | undefined {
  const ofLanguage = (locale: string) => locale.toLowerCase().split("-")[0] === language;
  const wished = [...system.filter(ofLanguage), USUAL[language]];
  return wished.find((locale) => available.includes(locale)) ?? available.find(ofLanguage);
}

/** Before the first window is made, and whenever the settings have changed. `language` is that of the app; undefined turns it off. */
export function applySpellCheck(
  session: Session,
  language: Language | undefined,
  system: readonly string[],
): void {
  // On macOS the system finds the language by itself.
  if (process.platform === "darwin") session.setSpellCheckerEnabled(language !== undefined);
  else {
    const available = session.availableSpellCheckerLanguages;
    const dictionary = language === undefined ? undefined : dictionaryFor(language, system, available);
    session.setSpellCheckerLanguages(dictionary === undefined ? [] : [dictionary]);
    session.setSpellCheckerEnabled(dictionary !== undefined);
  }
}
