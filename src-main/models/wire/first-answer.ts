/** Tells when a model has begun its first answer: by then its server has loaded it. */
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";

/** @param told is called once, and not waited for. */
export function onFirstAnswer(model: LanguageModelV3, told: () => Promise<void>): LanguageModelV3 {
  let answered = false;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v3",
      wrapStream: async ({ doStream }) => {
        const result = await doStream();
        if (!answered) void told();
        answered = true;
        return result;
      },
    },
  });
}
