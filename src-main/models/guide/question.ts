/** Finds the question for the guide in the last user message: its language, and what is asked. */
import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import { LANGUAGES, type Language } from "../../../src-preload/contract/domain/language";
import type { HandbookSearch } from "./handbook-search";
import { askedWords, contentWords, functionWords } from "./words";

export type Question = { language: Language } & (
  | /** A greeting, or a question about the guide itself. */ { kind: "about-guide" }
  | { kind: "whole-handbook" }
  | { kind: "search"; words: string[] }
);

type Handbooks = Record<Language, { search: HandbookSearch }>;

/** In any language, whatever the window's is. */
const aboutGuide = [
  /^(hi|hello|hey|help|thanks|thank you|good (morning|afternoon|evening))[\s\p{P}]*$/iu,
  /^(hallo|moin|servus|hilfe|danke|danke schön|vielen dank|guten (morgen|tag|abend))[\s\p{P}]*$/iu,
  /\b(who|what) are you\b|^what can (you|i) (do|ask)\b|\bare you (an?|the) /i,
  /\b(wer|was) (bist du|sind sie)\b|^was (kannst du|können sie)\b|^was kann (ich|man) (tun|fragen)\b|\bbist du (eine?|der|die|das) /i,
];
const wholeHandbook =
  /\b(whole|entire|full|complete) handbook\b|\btell me everything[\s.!]*$|\b(ganze|gesamte|komplette|vollständige)[ns]? handbuch\b|\b(sage?|zeige?|erzähle?) mir alles[\s.!]*$/i;

/** Words that can point back to the question before, or to nothing in it: in "is it free", `it` is the app. */
const MAY_GO_ON =
  /^\s*(and|but|or|then|why|how so|und|aber|oder|dann|warum|wieso|weshalb)\b|\b(it|its|that|this|these|one|there|er|sie|es|das|dies|diese[nrsm]?|dort|welche[nrs]?)\b/i;
/** Words that always point back. */
const GOES_ON =
  /^\s*(and|but|und|aber)\b.*\b(it|its|that|this|one|er|sie|es|das)\b|\b(them|those|ihn|ihm|davon|damit|dafür|darin|dazu)\b/i;

/** Characters. What comes later is material that was pasted. */
const MAX_QUESTION = 1000;

/** `window` is the language of a question that is of no language, such as `429`. */
export function readQuestion(
  prompt: LanguageModelV3Prompt,
  window: Language,
  handbooks: Handbooks,
): Question {
  const [last = "", previous = ""] = userTexts(prompt)
    .reverse()
    .map((text) => text.slice(0, MAX_QUESTION));
  const language = languageOf(last, window, handbooks);
  if (wholeHandbook.test(last)) return { language, kind: "whole-handbook" };
  if (aboutGuide.some((one) => one.test(last.trim()))) return { language, kind: "about-guide" };
  const words = askedWords(last, language);
  const { search } = handbooks[language];
  const joined = [...words, ...askedWords(previous, language)];
  const goes_on = GOES_ON.test(last) || (MAY_GO_ON.test(last) && !standsAlone(words, search));
  const all = goes_on && (words.length === 0 || search.find(joined).length > 0) ? joined : words;
  return all.length === 0 ? { language, kind: "about-guide" } : { language, kind: "search", words: all };
}

/** Returns true if it has a subject that the handbook knows, and an answer. */
const standsAlone = (words: string[], search: HandbookSearch): boolean =>
  search.hasSubject(words) && search.find(words).length > 0;

/** An answer in another language than the window's must be better by so much. */
const CLEARLY_BETTER = 1.25;

/** The language of which the text has more little words and words of the handbook; where they have as many, the one that answers it. */
function languageOf(text: string, window: Language, handbooks: Handbooks): Language {
  const words = (language: Language) =>
    functionWords(text, language) + handbooks[language].search.known(contentWords(text, language));
  const score = (language: Language) =>
    handbooks[language].search.find(askedWords(text, language))[0]?.score ?? 0;
  const others = LANGUAGES.filter((language) => language !== window);
  return others.reduce((best, language) => {
    const more = words(language) - words(best);
    return more > 0 || (more === 0 && score(language) > score(best) * CLEARLY_BETTER) ? language : best;
  }, window);
}

function userTexts(prompt: LanguageModelV3Prompt): string[] {
  return prompt.flatMap((message) =>
    message.role === "user"
      ? [message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n")]
      : [],
  );
}

export const lastUserText = (prompt: LanguageModelV3Prompt): string => userTexts(prompt).at(-1) ?? "";

/** All the text of a prompt, from which input tokens are counted. */
export function promptText(prompt: LanguageModelV3Prompt): string {
  return prompt
    .flatMap((message) => {
      if (message.role === "system") return [message.content];
      return message.content.map((part) => {
        if (part.type === "text" || part.type === "reasoning") return part.text;
        return part.type === "tool-result" && part.output.type === "text" ? part.output.value : "";
      });
    })
    .join("\n");
}
