/** Opens a model's stream: one `streamText` call, whose parts are handed over one by one and kept by nobody else. */
import type { LanguageModelV3, LanguageModelV3Prompt } from "@ai-sdk/provider";
import { jsonSchema, streamText, type ToolSet, tool } from "ai";
import type { ResolvedModel } from "../ports/models";
import type { Tool } from "../ports/tools";
import type { Prompt } from "./prompt";
import type { StreamPart } from "./step-chunks";

/** The SDK prints advice for programmers to the console; what concerns the user is in the stream. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface StepInput {
  model: ResolvedModel;
  system: string;
  prompt: Prompt;
  tools: ReadonlyMap<string, Tool>;
}

/**
 * The parts, none before the one in front of it was taken. A result of the SDK keeps all that passes through it, twice, for readers that
 * may come later; here nobody does, so only what the SDK itself waits for goes on to it.
 */
export function openStream(input: StepInput, abortSignal: AbortSignal): AsyncIterator<StreamPart> {
  const { model, system, prompt, tools } = input;
  const { readable, writable } = new TransformStream<StreamPart, StreamPart>();
  const handed = writable.getWriter();
  const result = streamText({
    model: sent(model.language_model, [{ role: "system", content: system }, ...prompt.messages]),
    prompt: NOT_SENT,
    abortSignal,
    maxRetries: 0,
    ...(tools.size === 0 ? {} : { tools: toolSet(tools) }),
    ...(model.max_output === undefined ? {} : { maxOutputTokens: model.max_output }),
    // Errors come as parts of the stream; without this the SDK prints them as well.
    onError: () => {},
    experimental_transform: () =>
      new TransformStream({
        async transform(part: StreamPart, controller) {
          await handed.write(part);
          if (OF_STEPS.has(part.type)) controller.enqueue(part);
        },
      }),
  });
  // Whoever reads may have left: then nobody waits for the end.
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

/** The SDK wants a prompt of its own, which it would check message by message in each step. */
const NOT_SENT = "…";

/** The model, sent this prompt in place of the SDK's. */
const sent = (model: LanguageModelV3, prompt: LanguageModelV3Prompt): LanguageModelV3 => ({
  specificationVersion: "v3",
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: {},
  doGenerate: (options) => model.doGenerate({ ...options, prompt }),
  doStream: (options) => model.doStream({ ...options, prompt }),
});

const OF_STEPS: ReadonlySet<StreamPart["type"]> = new Set(["start-step", "finish-step", "finish"]);

/** Without `execute`: the core runs them, so the SDK never waits for one. */
function toolSet(tools: ReadonlyMap<string, Tool>): ToolSet {
  const set: ToolSet = {};
  for (const { name, description, input_schema } of tools.values()) {
    set[name] = tool({ description, inputSchema: jsonSchema(input_schema) });
  }
  return set;
}
