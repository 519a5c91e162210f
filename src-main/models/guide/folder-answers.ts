/** Puts the results of tool calls into the guide's words. */
import type { LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import { REFUSED } from "../../core/context/told-tools";
import type { Speech } from "./speech";

/** Lines of a result that are quoted. All of it can be read in its call. */
const QUOTED_LINES = 30;

type ToolMessage = Extract<LanguageModelV3Message, { role: "tool" }>;
type ResultPart = Extract<ToolMessage["content"][number], { type: "tool-result" }>;
type Words = (...said: Parameters<Speech["words"]>) => string;

/** Returns the results that the prompt ends with. */
export function resultsAtEnd(prompt: LanguageModelV3Prompt): ResultPart[] {
  const last = prompt.at(-1);
  if (last?.role !== "tool") return [];
  return last.content.filter((part) => part.type === "tool-result");
}

export const answerToResults = (results: readonly ResultPart[], words: Words): string =>
  results.map((result) => answerToResult(result, words)).join("\n\n");

function answerToResult({ toolName, output }: ResultPart, words: Words): string {
  switch (output.type) {
    case "execution-denied":
      return words("tool-denied");
    case "error-text":
    case "error-json":
      if (textOf(output.value).startsWith(REFUSED)) return words("tool-denied");
      return `${words("tool-failed")}\n\n${quote(textOf(output.value), words)}`;
    case "text":
    case "json":
      return `${words("tool-gave", { tool: toolName })}\n\n${quote(textOf(output.value), words)}`;
    case "content": {
      const texts = output.value.map((part) => (part.type === "text" ? part.text : ""));
      return `${words("tool-gave", { tool: toolName })}\n\n${quote(texts.join("\n"), words)}`;
    }
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value, null, 2);

/** Quotes the beginning as it is: a result is no Markdown, whatever it has in it. */
function quote(text: string, words: Words): string {
  const lines = text.trimEnd().split("\n");
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const more = lines.length - QUOTED_LINES;
  const quoted = `${fence}\n${lines.slice(0, QUOTED_LINES).join("\n")}\n${fence}`;
  return more > 0 ? `${quoted}\n\n${words("tool-more", { count: more })}` : quoted;
}
