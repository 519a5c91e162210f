/** The options of each provider beside the prompt: how much to think (MS-1), what to keep, where its cache may break (SP-3). */

import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  SharedV3ProviderOptions,
} from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import type { ThinkingLevel } from "../../../src-preload/contract/domain/models";
import { knownModel } from "../catalogue/catalogue";
import { speaksResponses } from "../providers/addresses";
import type { ProviderEntry } from "../providers/provider-entry";

/** Tokens for thoughts, for models without named efforts. */
const budgets: Record<ThinkingLevel, number> = {
  minimal: 1024,
  low: 4096,
  medium: 12_288,
  high: 32_768,
  xhigh: 48_000,
  max: 60_000,
};
/** The largest budget that all of Google's models with a budget take. */
const GOOGLE_BUDGET = 24_576;

/** The same model, with these options in each call. A model that the catalogue does not know is taken for a newer one. */
export function withCallOptions(
  model: LanguageModelV3,
  provider: ProviderEntry,
  level: ThinkingLevel | undefined,
): LanguageModelV3 {
  const providerOptions = optionsFor(provider, model.modelId, level);
  const mended = promptsOf(provider);
  const transformParams = async ({ params }: { params: LanguageModelV3CallOptions }) => ({
    ...params,
    providerOptions: { ...providerOptions, ...params.providerOptions },
    prompt: mended(params.prompt),
  });
  return wrapLanguageModel({ model, middleware: { specificationVersion: "v3", transformParams } });
}

function promptsOf(provider: ProviderEntry): (prompt: LanguageModelV3Prompt) => LanguageModelV3Prompt {
  if (provider.type === "anthropic") return withCacheBreakpoints;
  if (provider.type === "google" || speaksResponses(provider)) return (prompt) => prompt;
  return withGoogleSignatures;
}

function optionsFor(
  provider: ProviderEntry,
  model_id: string,
  level: ThinkingLevel | undefined,
): SharedV3ProviderOptions {
  const known = knownModel(model_id);
  const by_budget = known?.thinking_by === "budget";
  if (speaksResponses(provider)) {
    // `store: false` keeps nothing at the provider: reasoning comes back encrypted, and the next turn sends it again (DB-8). Only a level
    // asks for a summary of the reasoning: an account that may not have one would be refused every answer.
    const effort = level === undefined ? {} : { reasoningEffort: level, reasoningSummary: "auto" };
    return { openai: { store: false, ...effort } };
  }
  if (provider.type === "google") {
    const thinks = level !== undefined || known?.thinking !== undefined;
    const thinkingConfig = {
      includeThoughts: true,
      ...(level === undefined ? {} : googleLevel(level, by_budget)),
    };
    return thinks ? { google: { thinkingConfig } } : {};
  }
  if (level === undefined) return {};
  if (provider.type !== "anthropic") return { openaiCompatible: { reasoningEffort: level } };
  if (by_budget) return { anthropic: { thinking: { type: "enabled", budgetTokens: budgets[level] } } };
  // Anthropic's least effort is called low. Without a word about it, its newer models think in silence, and their thoughts come empty.
  const thinking = { type: "adaptive", display: "summarized" };
  return { anthropic: { thinking, effort: level === "minimal" ? "low" : level } };
}

const googleLevel = (level: ThinkingLevel, by_budget: boolean) =>
  by_budget
    ? { thinkingBudget: Math.min(budgets[level], GOOGLE_BUDGET) }
    : { thinkingLevel: level === "xhigh" || level === "max" ? "high" : level };

/**
 * SP-3: Anthropic caches the prompt before a breakpoint, and finds it again a few messages later. One stands after the system prompt (with
 * the tools before it), one at the end, and one at the last question, which a long chain of tool calls would leave behind.
 */
function withCacheBreakpoints(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  const question = prompt.findLastIndex(({ role }) => role === "user");
  return prompt.map((message, index) => {
    const breaks = message.role === "system" || index === question || index === prompt.length - 1;
    if (!breaks) return message;
    const anthropic = { ...message.providerOptions?.anthropic, cacheControl: { type: "ephemeral" } };
    return { ...message, providerOptions: { ...message.providerOptions, anthropic } };
  });
}

/**
 * The adapter of the chat wire keeps the sealed thoughts of Google's models under the name of the provider, and sends back only those under
 * `google`. Without them Gemini 3 refuses its own calls (DB-8).
 */
function withGoogleSignatures(prompt: LanguageModelV3Prompt): LanguageModelV3Prompt {
  return prompt.map((message) => {
    if (message.role !== "assistant" || !message.content.some(signatureOf)) return message;
    const content = message.content.map((part) => {
      const thoughtSignature = signatureOf(part);
      if (thoughtSignature === undefined) return part;
      return { ...part, providerOptions: { ...part.providerOptions, google: { thoughtSignature } } };
    });
    return { ...message, content };
  });
}

const signatureOf = ({ providerOptions }: { providerOptions?: SharedV3ProviderOptions }) =>
  providerOptions &&
  Object.values(providerOptions).find(({ thoughtSignature }) => thoughtSignature !== undefined)
    ?.thoughtSignature;
