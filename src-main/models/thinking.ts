/** A thinking level (`variant`, MS-1) in the words of each provider. */
import type { LanguageModelV3, SharedV3ProviderOptions } from "@ai-sdk/provider";
import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { THINKING_LEVELS, type ThinkingLevel } from "../../src-preload/contract/thinking";
import { knownModel } from "./catalogue";
import type { ProviderEntry } from "./provider-entry";

/** Tokens that a model without named efforts may think for. */
const budgets: Record<ThinkingLevel, number> = {
  minimal: 1024,
  low: 4096,
  medium: 12_288,
  high: 32_768,
  xhigh: 48_000,
  max: 60_000,
};

/** The levels this model takes; where nobody knows it, it may be asked for any. */
export function levelsOf({ models }: ProviderEntry, model_id: string): readonly ThinkingLevel[] {
  const known = knownModel(model_id);
  const listed = models.find(({ id }) => id === model_id)?.thinking;
  return listed ?? (known === undefined ? THINKING_LEVELS : (known.thinking ?? []));
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
  const by_budget = knownModel(model_id)?.thinking_by === "budget";
  if (type === "anthropic") {
    if (by_budget) return { anthropic: { thinking: { type: "enabled", budgetTokens: budgets[level] } } };
    // Its least is called low.
    return { anthropic: { thinking: { type: "adaptive" }, effort: level === "minimal" ? "low" : level } };
  }
  return { openaiCompatible: { reasoningEffort: level } };
}
