/** Makes the language model that speaks to a provider. Only this file and `call-options.ts` know the providers' packages. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { addressOf, speaksResponses } from "../providers/addresses";
import type { ProviderEntry } from "../providers/provider-entry";
import type { Wire } from "./answer-end";
import { providerFetch } from "./provider-fetch";
import { sayingCompleted } from "./responses-finish";

/** A missing key is given as an empty one: the packages would look for a key in the environment, and send what they find. */
export function createLanguageModel(
  provider: ProviderEntry,
  model_id: string,
  key: string | undefined,
): LanguageModelV3 {
  const baseURL = addressOf(provider);
  const access = { baseURL, apiKey: key ?? "", fetch: providerFetch(key, wireOf(provider)) };
  if (provider.type === "anthropic") return createAnthropic(access)(model_id);
  if (provider.type === "google") return createGoogleGenerativeAI(access)(model_id);
  if (speaksResponses(provider)) return sayingCompleted(createOpenAI(access).responses(model_id));
  const quirks = provider.type === "openai" ? { transformRequestBody: nameOutputLimit } : {};
  // The provider's name is the key of its metadata in stored parts: one provider of the settings, one name (MS-4).
  return createOpenAICompatible({ name: provider.id, includeUsage: true, ...access, ...quirks })(model_id);
}

function wireOf(provider: ProviderEntry): Wire {
  if (provider.type === "anthropic" || provider.type === "google") return provider.type;
  return speaksResponses(provider) ? "responses" : "chat";
}

/** OpenAI's reasoning models refuse `max_tokens`; all of its models take the newer name. */
function nameOutputLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
