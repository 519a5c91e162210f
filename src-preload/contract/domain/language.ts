/** The languages that Braid speaks; English where it does not speak the user's. */

export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of `locales` (BCP 47, e.g. `de-AT`) that Braid speaks. */
export function spoken(locales: readonly string[]): Language {
  for (const locale of locales) {
    const found = LANGUAGES.find((language) => locale.toLowerCase().split("-")[0] === language);
    if (found !== undefined) return found;
  }
  return "en";
}
