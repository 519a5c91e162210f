/** How the guide speaks: in the language of its user, looked up for each answer. */
import type { Language } from "../../../src-preload/contract/domain/language";
import { type en, inEnglish } from "../../core/english";

export interface Speech {
  language(): Language;
  /** A text of `guide.json`. */
  words(key: keyof (typeof en)["guide"], params?: Record<string, string>): string;
}

export const english: Speech = {
  language: () => "en",
  words: (key, params = {}) => inEnglish({ key: `guide:${key}`, params }),
};
