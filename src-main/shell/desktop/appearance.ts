/** Applies theme and language, as the settings or the system say. */

import { app, nativeTheme } from "electron";
import { type Language, spoken } from "../../../src-preload/contract/domain/language";
import type { Boot } from "../../../src-preload/contract/window/boot";
import type { Shortcuts } from "../../../src-preload/contract/window/shortcuts";
import { speak } from "../../language/language";

export interface Appearance {
  theme: "system" | "light" | "dark";
  language: "system" | Language;
  /** Pixels of the body text. */
  font_size: number;
}

const languageOf = ({ language }: Appearance): Language =>
  language === "system" ? spoken(app.getPreferredSystemLanguages()) : language;

/** All windows follow the theme by themselves. They hear of the language with the change of the settings. */
export function applyAppearance(appearance: Appearance): void {
  nativeTheme.themeSource = appearance.theme;
  speak(languageOf(appearance));
}

/** Facts that a page needs for its first paint. */
export const bootOf = (settings: { appearance(): Appearance; shortcuts(): Shortcuts }): Boot => ({
  language: languageOf(settings.appearance()),
  font_size: settings.appearance().font_size,
  shortcuts: settings.shortcuts(),
});

/** Speaks the system's language until the settings are known: the start may fail before. */
export const speakAsTheSystem = (): void => speak(spoken(app.getPreferredSystemLanguages()));
