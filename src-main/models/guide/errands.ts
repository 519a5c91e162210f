/** The guide's work as a small model: titles from key phrases, summaries from the most telling sentences. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import { betweenMarks } from "../../core/context/marks";
import { readTitlePrompt } from "../../core/context/title-prompt";
import { keyPhrase } from "./key-phrase";
import { lastUserText } from "./question";
import { summarise } from "./summarise";
import { summaryOf } from "./summary";

/** Undefined for a prompt that is a question, no errand. */
export type Errands = (prompt: LanguageModelV3Prompt) => string | undefined;

/** Recognises an agent by its system prompt: a model is told nothing else of it. */
export function readErrands(agents_dir: string): Errands {
  const read = (name: string) => readFileSync(join(agents_dir, `${name}.md`), "utf8").trim();
  let prompts: { title: string; compaction: string; precompact: string } | undefined;
  return (prompt) => {
    const [system] = prompt;
    if (system?.role !== "system") return undefined;
    prompts ??= { title: read("title"), compaction: read("compaction"), precompact: read("precompact") };
    if (system.content === prompts.title) return titleOf(lastUserText(prompt));
    if (system.content === prompts.precompact) return summaryOfOutput(lastUserText(prompt));
    return system.content === prompts.compaction ? summaryOf(lastUserText(prompt)) : undefined;
  };
}

/** Characters. */
const LONGEST_SUMMARY = 2000;

const summaryOfOutput = (prompt: string): string =>
  summarise(betweenMarks("tool-output", prompt)[0] ?? prompt, LONGEST_SUMMARY);

/** A question in which nothing stands out is its own title. */
function titleOf(prompt: string): string {
  const { question, answer } = readTitlePrompt(prompt);
  return keyPhrase(question, answer) ?? question.split("\n", 1)[0] ?? "";
}
