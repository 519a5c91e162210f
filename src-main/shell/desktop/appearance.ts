/** Theme and language as the settings say, or as the system does. */

import { app, nativeTheme } from "electron";
import { type Language, spoken } from "../../../src-preload/contract/domain/language";
import type { Boot } from "../../../src-preload/contract/window/boot";
import { speak } from "../../language/language";

export interface Appearance {
  theme: "system" | "light" | "dark";
  language: "system" | Language;
  /** Pixels of the body text. */
  font_size: number;
}

const languageOf = ({ language }: Appearance): Language =>
  language === "system" ? spoken(app.getPreferredSystemLanguages()) : language;

/** All windows follow the theme by themselves; their words they hear about with the settings. */
export function applyAppearance(appearance: Appearance): void {
  nativeTheme.themeSource = appearance.theme;
  speak(languageOf(appearance));
}

/** Facts that a page needs for its first paint. */
export const bootOf = (appearance: Appearance): Boot => ({
  language: languageOf(appearance),
  font_size: appearance.font_size,
});

/** Before the settings are known: what goes wrong until then is said as the system speaks. */
export const speakAsTheSystem = (): void => speak(spoken(app.getPreferredSystemLanguages()));
