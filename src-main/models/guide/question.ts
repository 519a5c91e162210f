/** What is asked of the guide: read from the last user message, with the one before where that alone says too little. */
import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import { contentWords } from "./words";

export type Question =
  /** A greeting, or a question about the guide itself. */
  { kind: "about-guide" } | { kind: "whole-handbook" } | { kind: "search"; words: string[] };

/** Fewer words than this, and the message is taken for a follow-up. */
const ENOUGH_WORDS = 3;

const aboutGuide =
  /^(hi|hello|hey|help|thanks|thank you|good (morning|afternoon|evening))\b[\s\p{P}]*$|\b(who|what) are you\b|\bwhat can (you|i) (do|ask)\b|\bare you (an?|the) /iu;
const wholeHandbook = /\b(whole|entire|full|complete) handbook\b|\btell me everything[\s.!]*$/i;

export function readQuestion(prompt: LanguageModelV3Prompt): Question {
  const [last = "", previous = ""] = userTexts(prompt).reverse();
  if (wholeHandbook.test(last)) return { kind: "whole-handbook" };
  if (aboutGuide.test(last.trim())) return { kind: "about-guide" };
  const words = contentWords(last);
  const all = words.length < ENOUGH_WORDS ? [...words, ...contentWords(previous)] : words;
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

/** All the text of a prompt: what the guide was given to read, and what its input tokens are counted from. */
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
