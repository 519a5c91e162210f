/**
 * Makes the language model that speaks to a provider. Only this file and `call-options.ts` know the providers' packages. Each is loaded with
 * the first model that needs it: together they are most of main's code, and most people use one.
 */

import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { Fetch } from "../../core/ports/connections";
import { addressOf, speaksResponses } from "../providers/addresses";
import type { ProviderEntry } from "../providers/provider-entry";
import type { Wire } from "./answer-end";
import { tellingOffline } from "./offline-fetch";
import { providerFetch } from "./provider-fetch";
import { type Message, placeOfThoughts, withThoughts } from "./stored-thoughts";

/** A missing key is given as an empty one: the packages would look for a key in the environment, and send what they find. */
export async function createLanguageModel(
  fetchOut: Fetch,
  provider: ProviderEntry,
  model_id: string,
  key: string | undefined,
): Promise<LanguageModelV3> {
  const wire = wireOf(provider);
  const access = {
    baseURL: addressOf(provider),
    apiKey: key ?? "",
    fetch: providerFetch(tellingOffline(fetchOut, provider), key, wire),
  };
  switch (wire) {
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(access)(model_id);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(access)(model_id);
    }
    case "responses": {
      const [{ createOpenAI }, { sayingCompleted }] = await Promise.all([
        import("@ai-sdk/openai"),
        import("./responses-finish"),
      ]);
      return sayingCompleted(createOpenAI(access).responses(model_id));
    }
    case "chat": {
      const [{ createOpenAICompatible }, { withLeadingThoughts }] = await Promise.all([
        import("@ai-sdk/openai-compatible"),
        import("./leading-thoughts"),
      ]);
      const place = placeOfThoughts(access.baseURL, model_id);
      const chat = createOpenAICompatible({
        // The provider's name is the key of its metadata in stored parts: one provider of the settings, one name (MS-4).
        name: provider.id,
        includeUsage: true,
        ...access,
        transformRequestBody: ({ messages, ...body }) => ({
          ...(provider.type === "openai" ? nameOutputLimit(body) : body),
          messages: withThoughts(messages as Message[], place),
        }),
      });
      const entry = provider.models.find(({ id }) => id === model_id);
      return withLeadingThoughts(chat(model_id), entry?.begins_thinking === true);
    }
  }
}

function wireOf(provider: ProviderEntry): Wire {
  if (provider.type === "anthropic" || provider.type === "google") return provider.type;
  return speaksResponses(provider) ? "responses" : "chat";
}

/** OpenAI's reasoning models refuse `max_tokens`; all of its models take the newer name. */
function nameOutputLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
