/**
 * The built-in model, which is its own small model too. Answers from the bundled handbook, offline and without a key, behind the interface
 * of a language model.
 */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolCall,
  LanguageModelV3Usage,
} from "@ai-sdk/provider";
import type { Language } from "../../../src-preload/contract/domain/language";
import { answer, type Handbook } from "./answer";
import { type Errands, readErrands } from "./errands";
import { answerToResults, resultsAtEnd } from "./folder-answers";
import { folderRequest } from "./folder-requests";
import { readHandbook } from "./handbook";
import { indexHandbook } from "./handbook-search";
import { type PacedPart, pacedStream } from "./paced-stream";
import { lastUserText, promptText, readQuestion } from "./question";
import { english, type Speech } from "./speech";
import { countTokens } from "./words";

interface Reply {
  text: string;
  /** A tool call instead of words. */
  call?: LanguageModelV3ToolCall;
  usage: LanguageModelV3Usage;
  /** Nobody reads it while it comes. */
  at_once?: true;
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
const STOP = { unified: "stop", raw: "stop" } as const;
const TOOL_CALLS = { unified: "tool-calls", raw: "tool-calls" } as const;

/** The same prompt in one language gives the same bytes, in the same chunks. The guide reads text only. */
export function createGuideModel({
  resources_dir,
  words_per_second,
  speech = english,
}: GuideOptions): LanguageModelV3 {
  let handbooks: Promise<Record<Language, Handbook>> | undefined;
  /** The list of commands in these handbooks: other keys make another list. */
  let commands: string | undefined;
  let errands: Errands | undefined;
  async function reply({ prompt, tools = [] }: LanguageModelV3CallOptions): Promise<Reply> {
    errands ??= readErrands(join(resources_dir, "agents"));
    const errand = errands(prompt);
    if (errand !== undefined) {
      return { text: errand, usage: usageOf(promptText(prompt), errand), at_once: true };
    }
    const inFolder = replyInFolder(prompt, new Set(tools.map(({ name }) => name)), speech);
    if (inFolder !== undefined) return inFolder;
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
      const { text, call, usage } = await reply(options);
      const response = { modelId: MODEL_ID };
      const content = [call ?? ({ type: "text", text } as const)];
      return { content, finishReason: call ? TOOL_CALLS : STOP, usage, response, warnings: [] };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const said = await reply(options);
      return {
        stream: pacedStream(
          streamParts(said, said.at_once ? Infinity : words_per_second),
          options.abortSignal,
        ),
      };
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

/** Returns the call that the last message asks for, or what its results are; undefined if the handbook is asked. */
function replyInFolder(
  prompt: LanguageModelV3Prompt,
  tools: ReadonlySet<string>,
  speech: Speech,
): Reply | undefined {
  const request = folderRequest(lastUserText(prompt));
  const results = resultsAtEnd(prompt);
  if (results.length > 0) {
    const language = request?.language ?? speech.language();
    const text = answerToResults(results, (key, params) => speech.words(key, params, language));
    return { text, usage: usageOf(promptText(prompt), text) };
  }
  if (request === undefined || !tools.has(request.tool)) return undefined;
  const input = JSON.stringify(request.input);
  const toolCallId = `call_${prompt.filter(({ role }) => role === "tool").length + 1}`;
  const call = { type: "tool-call", toolCallId, toolName: request.tool, input } as const;
  return { text: "", call, usage: usageOf(promptText(prompt), input) };
}

function* callParts({
  toolCallId: id,
  toolName,
  input,
}: LanguageModelV3ToolCall): Iterable<LanguageModelV3StreamPart> {
  yield { type: "tool-input-start", id, toolName };
  yield { type: "tool-input-delta", id, delta: input };
  yield { type: "tool-input-end", id };
  yield { type: "tool-call", toolCallId: id, toolName, input };
}

function* streamParts(
  { text, call, usage }: Reply,
  words_per_second: number,
): Iterable<PacedPart<LanguageModelV3StreamPart>> {
  const at_once = (part: LanguageModelV3StreamPart) => ({ part, after_ms: 0 });
  const id = "0";
  yield at_once({ type: "stream-start", warnings: [] });
  yield at_once({ type: "response-metadata", modelId: MODEL_ID });
  if (call !== undefined) {
    for (const part of callParts(call)) yield at_once(part);
    yield at_once({ type: "finish", usage, finishReason: TOOL_CALLS });
    return;
  }
  yield at_once({ type: "text-start", id });
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const paced = Number.isFinite(words_per_second);
  const size = paced ? Math.max(1, Math.round(words_per_second / CHUNKS_PER_SECOND)) : 1;
  for (let start = 0; start < words.length; start += size) {
    const delta = words.slice(start, start + size).join("");
    yield { part: { type: "text-delta", id, delta }, after_ms: paced ? (1000 * size) / words_per_second : 0 };
  }
  yield at_once({ type: "text-end", id });
  yield at_once({ type: "finish", usage, finishReason: STOP });
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
