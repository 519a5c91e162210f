/** A thinking level (`variant`, MS-1) in the words of each provider. */
import type { LanguageModelV3, SharedV3ProviderOptions } from "@ai-sdk/provider";
import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { knownModel } from "./catalogue";
import type { ProviderEntry } from "./provider-entry";

/** Tokens that a model without named efforts may think for. */
const budgets = { low: 4096, medium: 12_288, high: 32_768 } as const;

export type ThinkingLevel = keyof typeof budgets;
export const thinkingLevels = Object.keys(budgets);

export function isThinkingLevel(variant: string): variant is ThinkingLevel {
  return variant in budgets;
}

/** The same model, asked to think this much. Models that the catalogue does not know are taken for newer than it. */
export function withThinking(
  model: LanguageModelV3,
  type: ProviderEntry["type"],
  level: ThinkingLevel,
): LanguageModelV3 {
  const providerOptions = optionsFor(type, model.modelId, level);
  return wrapLanguageModel({
    model,
    middleware: defaultSettingsMiddleware({ settings: { providerOptions } }),
  });
}

function optionsFor(
  type: ProviderEntry["type"],
  model_id: string,
  level: ThinkingLevel,
): SharedV3ProviderOptions {
  if (type !== "anthropic") return { openaiCompatible: { reasoningEffort: level } };
  if (knownModel(model_id)?.thinking === "budget") {
    return { anthropic: { thinking: { type: "enabled", budgetTokens: budgets[level] } } };
  }
  return { anthropic: { thinking: { type: "adaptive" }, effort: level } };
}
