/**
 * The built-in model, which is its own small model too. Answers from the bundled handbook, offline and without a key, behind the interface
 * of a language model.
 */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import type { Language } from "../../../src-preload/contract/domain/language";
import { answer, type Handbook } from "./answer";
import { type Errands, readErrands } from "./errands";
import { readHandbook } from "./handbook";
import { indexHandbook } from "./handbook-search";
import { type PacedPart, pacedStream } from "./paced-stream";
import { promptText, readQuestion } from "./question";
import { english, type Speech } from "./speech";
import { countTokens } from "./words";

interface Reply {
  text: string;
  usage: LanguageModelV3Usage;
}

export interface GuideOptions {
  /**
   * The folder of `handbook` (Markdown pages) and `agents` (prompts that the guide serves as a small model). Read at the first question.
   */
  resources_dir: string;
  /** About 60 reads well. `Infinity` sends as fast as the core reads. */
  words_per_second: number;
  /** English without it. */
  speech?: Speech;
}

/** More chunks a second look the same. */
const CHUNKS_PER_SECOND = 20;
const MODEL_ID = "guide";
const finishReason = { unified: "stop", raw: "stop" } as const;

/** The same prompt in one language gives the same bytes, in the same chunks. The guide reads text only, and calls no tools. */
export function createGuideModel({
  resources_dir,
  words_per_second,
  speech = english,
}: GuideOptions): LanguageModelV3 {
  let handbooks: Promise<Record<Language, Handbook>> | undefined;
  /** The list of commands in these handbooks: other keys make another list. */
  let commands: string | undefined;
  let errands: Errands | undefined;
  async function reply({ prompt }: LanguageModelV3CallOptions): Promise<Reply> {
    errands ??= readErrands(join(resources_dir, "agents"));
    const errand = errands(prompt);
    if (errand !== undefined) return { text: errand, usage: usageOf(promptText(prompt), errand) };
    const listed = speech.commands("en");
    if (listed !== commands) handbooks = undefined;
    commands = listed;
    handbooks ??= openHandbooks(resources_dir, speech).catch((error: unknown) => {
      handbooks = undefined;
      throw error;
    });
    const known = await handbooks;
    // The window's language is read each time, so that a change applies from the next answer on.
    const question = readQuestion(prompt, speech.language(), known);
    const text = answer(question, known[question.language]);
    return { text, usage: usageOf(promptText(prompt), text) };
  }
  return {
    specificationVersion: "v3",
    provider: "builtin",
    modelId: MODEL_ID,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const { text, usage } = await reply(options);
      const response = { modelId: MODEL_ID };
      return { content: [{ type: "text", text }], finishReason, usage, response, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const { text, usage } = await reply(options);
      return { stream: pacedStream(streamParts(text, usage, words_per_second), options.abortSignal) };
    },
  };
}

async function openHandbooks(resources_dir: string, speech: Speech): Promise<Record<Language, Handbook>> {
  const open = (language: Language): Handbook => {
    const sections = readHandbook(resources_dir, language, speech.commands(language));
    const words: Speech["words"] = (key, params) => speech.words(key, params, language);
    return { sections, search: indexHandbook(sections, language), words };
  };
  const en = open("en");
  // Each takes tens of milliseconds: keys that are pressed meanwhile come between.
  await setImmediate();
  return { en, de: open("de") };
}

function* streamParts(
  text: string,
  usage: LanguageModelV3Usage,
  words_per_second: number,
): Iterable<PacedPart<LanguageModelV3StreamPart>> {
  const at_once = (part: LanguageModelV3StreamPart) => ({ part, after_ms: 0 });
  const id = "0";
  yield at_once({ type: "stream-start", warnings: [] });
  yield at_once({ type: "response-metadata", modelId: MODEL_ID });
  yield at_once({ type: "text-start", id });
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const paced = Number.isFinite(words_per_second);
  const size = paced ? Math.max(1, Math.round(words_per_second / CHUNKS_PER_SECOND)) : 1;
  for (let start = 0; start < words.length; start += size) {
    const delta = words.slice(start, start + size).join("");
    yield { part: { type: "text-delta", id, delta }, after_ms: paced ? (1000 * size) / words_per_second : 0 };
  }
  yield at_once({ type: "text-end", id });
  yield at_once({ type: "finish", usage, finishReason });
}

/** Real counts, in the guide's own tokens: words, numbers and marks (TK-1). The guide has no cache and does not reason. */
function usageOf(prompt: string, text: string): LanguageModelV3Usage {
  const [input, output] = [countTokens(prompt), countTokens(text)];
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
    raw: { input_tokens: input, output_tokens: output },
  };
}
