/** Finds the question for the guide in the last user message, with the one before where the last says too little. */
import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { Language } from "../../../src-preload/contract/domain/language";
import { contentWords } from "./words";

export type Question =
  /** A greeting, or a question about the guide itself. */
  { kind: "about-guide" } | { kind: "whole-handbook" } | { kind: "search"; words: string[] };

/** A message with fewer words is taken for a follow-up. */
const ENOUGH_WORDS = 3;

const aboutGuide: Record<Language, RegExp> = {
  en: /^(hi|hello|hey|help|thanks|thank you|good (morning|afternoon|evening))\b[\s\p{P}]*$|\b(who|what) are you\b|\bwhat can (you|i) (do|ask)\b|\bare you (an?|the) /iu,
  de: /^(hi|hallo|hey|moin|servus|hilfe|danke|danke schön|vielen dank|guten (morgen|tag|abend))\b[\s\p{P}]*$|\b(wer|was) bist du\b|\b(wer|was) sind sie\b|\bwas (kannst du|können sie)\b|\bwas kann (ich|man) (tun|fragen)\b|\bbist du (eine?|der|die|das) /iu,
};
const wholeHandbook: Record<Language, RegExp> = {
  en: /\b(whole|entire|full|complete) handbook\b|\btell me everything[\s.!]*$/i,
  de: /\b(ganze|gesamte|komplette|vollständige)[ns]? handbuch\b|\b(sage?|zeige?|erzähle?) mir alles[\s.!]*$/i,
};

export function readQuestion(prompt: LanguageModelV3Prompt, language: Language): Question {
  const [last = "", previous = ""] = userTexts(prompt).reverse();
  if (wholeHandbook[language].test(last)) return { kind: "whole-handbook" };
  if (aboutGuide[language].test(last.trim())) return { kind: "about-guide" };
  const words = contentWords(last, language);
  const all = words.length < ENOUGH_WORDS ? [...words, ...contentWords(previous, language)] : words;
  return all.length === 0 ? { kind: "about-guide" } : { kind: "search", words: all };
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
      return message.content.map((part) =>
        part.type === "text" || part.type === "reasoning" ? part.text : "",
      );
    })
    .join("\n");
}
