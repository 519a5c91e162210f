/**
 * OpenAI's Responses API says that an answer is complete by an event, and its adapter passes on no word of that: a complete answer
 * would look like one that was cut (RN-8). Here it gets the word.
 */
import type { LanguageModelV3, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";

export const sayingCompleted = (model: LanguageModelV3): LanguageModelV3 =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v3",
      async wrapStream({ doStream }) {
        const result = await doStream();
        return { ...result, stream: result.stream.pipeThrough(completing()) };
      },
    },
  });

/** The adapter leaves `other` where no such event came. */
function completing(): TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      const isComplete =
        part.type === "finish" &&
        part.finishReason.raw === undefined &&
        part.finishReason.unified !== "other";
      controller.enqueue(
        isComplete ? { ...part, finishReason: { ...part.finishReason, raw: "completed" } } : part,
      );
    },
  });
}
