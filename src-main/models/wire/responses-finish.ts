/**
 * OpenAI's Responses API ends an answer with an event, which its adapter does not pass on: a complete answer would look like one that was
 * cut (RN-8). This adds the missing finish reason.
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

/** The adapter says `other` where the event did not come. */
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
