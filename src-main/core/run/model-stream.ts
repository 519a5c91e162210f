/** Opens a model's stream: one `streamText` call, whose parts go one by one to its reader and are kept nowhere. */
import type { LanguageModelV3, LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import { jsonSchema, streamText, type ToolSet, tool } from "ai";
import { type KeptFiles, withBytes } from "../context/told-files";
import type { ResolvedModel } from "../ports/models";
import type { Tool } from "../ports/tools";
import { hearingBytes } from "../ports/wire-bytes";
import { type Filled, longestAnswer } from "./answer-room";
import type { KeepFile } from "./made-file";
import type { Prompt } from "./prompt";
import type { StreamPart } from "./step-chunks";

/** The SDK prints warnings for programmers to the console; the stream carries everything that concerns the user. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface StepInput {
  model: ResolvedModel;
  system: string;
  prompt: Prompt;
  /** The prompt's tokens. Absent for a model whose window nobody knows. */
  filled?: Filled | undefined;
  tools: ReadonlyMap<string, Tool>;
  /** Reads the files that the prompt names. */
  files: KeptFiles;
  /** Keeps the bytes of a file that the model makes. */
  keep: KeepFile;
}

/**
 * Yields each part only after the reader has taken the one before. The SDK's result keeps every part that reaches it, twice, for readers
 * that may come later. Braid has none, so only the parts that the SDK itself waits for go on to it.
 * @param onBytes is called for each piece that the provider sends, even where no part comes of it.
 */
export function openStream(
  input: StepInput,
  abortSignal: AbortSignal,
  onBytes: () => void,
): AsyncIterator<StreamPart> {
  const { model, system, prompt, tools, files } = input;
  const { readable, writable } = new TransformStream<StreamPart, StreamPart>();
  const handed = writable.getWriter();
  const maxOutputTokens = longestAnswer(model, input.filled);
  const result = streamText({
    model: sent(model.language_model, headed(system, prompt.messages), files, onBytes),
    prompt: NOT_SENT,
    abortSignal,
    maxRetries: 0,
    ...(tools.size === 0 ? {} : { tools: toolSet(tools) }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    // Errors come as parts of the stream; without this handler the SDK prints them as well.
    onError: () => {},
    experimental_transform: () =>
      new TransformStream({
        async transform(part: StreamPart, controller) {
          await handed.write(part);
          if (OF_STEPS.has(part.type)) controller.enqueue(part);
        },
      }),
  });
  // The reader may have left: then `abort` and `close` reject, and nobody minds.
  const failed = (error: unknown) => handed.abort(error).catch(() => {});
  void result.consumeStream({ onError: failed }).then(() => handed.close().catch(() => {}));
  const reader = readable.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    },
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** The SDK demands a prompt, and would check a real one message by message in each step. This one stands in for it. */
const NOT_SENT = "…";

/** One copy of the list in one go: spread, a hundred thousand messages hold the input thread for some milliseconds in each step. */
const headed = (system: string, messages: Prompt["messages"]): LanguageModelV3Prompt =>
  [{ role: "system", content: system } as LanguageModelV3Message].concat(messages);

/** The model, with our prompt in the place of the SDK's. The bytes of files are in memory only while it is sent. */
const sent = (
  model: LanguageModelV3,
  prompt: LanguageModelV3Prompt,
  files: KeptFiles,
  onBytes: () => void,
): LanguageModelV3 => ({
  specificationVersion: "v3",
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: {},
  doGenerate: async (options) =>
    model.doGenerate({ ...options, prompt: await withBytes(prompt, files, options.abortSignal) }),
  async doStream(options) {
    const whole = { ...options, prompt: await withBytes(prompt, files, options.abortSignal) };
    return hearingBytes(onBytes, () => model.doStream(whole));
  },
});

const OF_STEPS: ReadonlySet<StreamPart["type"]> = new Set(["start-step", "finish-step", "finish"]);

/** Tools without `execute`: the core runs them, so the SDK never waits for one. */
function toolSet(tools: ReadonlyMap<string, Tool>): ToolSet {
  const set: ToolSet = {};
  for (const { name, description, input_schema } of tools.values()) {
    set[name] = tool({ description, inputSchema: jsonSchema(input_schema) });
  }
  return set;
}
