/** Words as the guide sees them: which words of a question carry meaning, and in which form they are compared. */
import type { Language } from "../../../src-preload/contract/domain/language";
import { emptyGermanWords, germanStem } from "./german-words";

/** Words that say how something is asked, not what about. */
const emptyEnglishWords: ReadonlySet<string> = new Set(
  (
    "a about again all along already also always am an and any anymore anything app are as at be because been before being between braid but by can cant completely could couldn did didn didnt do does doesn doesnt " +
    "doing done don dont during each else ever every exactly for from further get gets getting give go going got had happen hardly happens has have " +
    "having he hello help her here hers hey hi him his how i if im in instead into is isn isnt it its ive just know let like make makes many may me mean " +
    "means might more most much must my myself need needs no not now of off ok okay on once one only or other our out over please really repeat right somehow somewhere still support supported " +
    "same say says shall she should show so some something tell than thank thanks that the their them then there these they " +
    "thing things this those through to too under up us use used using very want wants was wasnt way we were what whats when where wheres " +
    "whether which while who whom why will with without won wont work works would yes yet you your"
  ).split(" "),
);

const emptyWords = { en: emptyEnglishWords, de: emptyGermanWords };

const raw = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];

/** How many of a text's words are little words of this language. */
export const functionWords = (text: string, language: Language): number =>
  raw(text).filter((word) => emptyWords[language].has(word)).length;

/** The words that carry meaning, in order. */
export function contentWords(text: string, language: Language): string[] {
  return raw(text)
    .map((word) => word.replace(/['’].*$/, ""))
    .filter((word) => word.length > 1 && !emptyWords[language].has(word));
}

/** Finds the subject of a question, for searching: the words that carry meaning, and those that say where once more (`in Photoshop`). */
export function askedWords(text: string, language: Language): string[] {
  const places = [...text.matchAll(PLACE)].flatMap(([, place = ""]) => contentWords(place, language));
  return [...contentWords(text, language), ...places];
}

const PLACE =
  /(?<!\p{L})(?:in|im|inside|within|with|on|auf|unter|mit|bei)\s+(?:(?:the|a|an|my|your|der|dem|den|die|das|eine[mnr]?|einem|meine[mnr]?)\s+)?(\p{L}[\p{L}\p{N}]*)/giu;

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
