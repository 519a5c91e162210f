/** Makes the language model that speaks to a provider: the only file that knows the providers' packages. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import { fetchEventStreams } from "./event-stream";
import { fetchKeyless } from "./keyless-fetch";
import type { ProviderEntry } from "./provider-entry";

/** Where a type lives unless the settings say otherwise. Given to the packages always: some would ask the environment. */
const usualBaseUrls: Partial<Record<ProviderEntry["type"], string>> = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  ollama: "http://127.0.0.1:11434/v1",
};

/** `undefined`: this version of Braid cannot speak to providers of this type. */
export function baseUrlOf({ type, base_url }: ProviderEntry): string | undefined {
  return type === "google" || type === "builtin" ? undefined : (base_url ?? usualBaseUrls[type]);
}

export function createLanguageModel(
  provider: ProviderEntry & { base_url: string },
  model_id: string,
  key: string | undefined,
): LanguageModelV3 {
  const baseURL = provider.base_url;
  const access =
    key === undefined
      ? { fetch: fetchEventStreams(fetch) }
      : { apiKey: key, fetch: fetchEventStreams(fetchKeyless(key)) };
  if (provider.type === "anthropic") return createAnthropic({ baseURL, ...access })(model_id);
  const quirks = provider.type === "openai" ? { transformRequestBody: nameOutputLimit } : {};
  // The provider's name is the key of its metadata in the stored parts: one provider of the settings, one name (MS-4).
  return createOpenAICompatible({ name: provider.id, baseURL, includeUsage: true, ...access, ...quirks })(
    model_id,
  );
}

/** OpenAI's reasoning models refuse `max_tokens`; all of its models take the newer name. */
function nameOutputLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
