/** Words as the guide sees them: which words of a question carry meaning, and in which form they are compared. */
import type { Language } from "../../../src-preload/contract/domain/language";
import { emptyGermanWords, germanStem } from "./german-words";

/** Words that say how something is asked, not what about. */
const emptyEnglishWords: ReadonlySet<string> = new Set(
  (
    "a about again all also am an and any anything app are as at be because been before being braid but by can could did do does " +
    "doing done during each else ever every for from further get gets getting give go going got had happen happens has have " +
    "having he hello help her here hers hey hi him his how i if in into is it its just know let like make makes many may me mean " +
    "means might more most much must my need needs no not now of off ok okay on one only or other our out over please repeat " +
    "same say says shall she should show so some something tell than thank thanks that the their them then there these they " +
    "thing things this those through to too under up us use used using very want wants was way we were what when where " +
    "whether which while who whom why will with work works would yes you your"
  ).split(" "),
);

const emptyWords = { en: emptyEnglishWords, de: emptyGermanWords };

const raw = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];

/** The words that carry meaning, in order. */
export function contentWords(text: string, language: Language): string[] {
  return raw(text)
    .map((word) => word.replace(/['’].*$/, ""))
    .filter((word) => word.length > 1 && !emptyWords[language].has(word));
}

/** The form in which a word is compared. */
export const wordStem = (word: string, language: Language): string =>
  language === "de" ? germanStem(word) : englishStem(word);

/** `sessions`, `crashes`, `saved` and `archiving` meet `session`, `crash`, `save` and `archive`; nothing cleverer. */
function englishStem(word: string): string {
  const stem = word
    .replace(/ies$/, "y")
    .replace(/(?<=(?:ss|sh|ch|x))es$/, "")
    .replace(/(?<=[^su])s$/, "");
  const base = stem.length > 5 ? stem.replace(/(ing|ed)$/, "") : stem;
  return base.length > 3 ? base.replace(/e$/, "") : base;
}

/** How the guide counts tokens: words, numbers and single marks. */
export function countTokens(text: string): number {
  return text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu)?.length ?? 0;
}
