/**
 * Asks a provider for its list of models. The answer comes from a stranger: it is bounded, checked one by one, and never followed
 * elsewhere.
 */

import { APICallError } from "@ai-sdk/provider";
import { READABLE_KINDS, type ReadableKind } from "../../../src-preload/contract/domain/attachments";
import { MOST_MODELS } from "../../../src-preload/contract/domain/limits";
import { BraidError } from "../../core/braid-error";
import type { Fetch } from "../../core/ports/connections";
import { say } from "../../core/say";
import { type ListedModel, listedModel } from "../catalogue/model-lists";
import { tellingOffline } from "../wire/offline-fetch";
import { providerFetch } from "../wire/provider-fetch";
import { addressOf } from "./addresses";
import { field, parse } from "./json-fields";
import type { ProviderEntry } from "./provider-entry";

/** Names of models that nobody can talk to. */
const OTHER_USES =
  /embed|rerank|moderation|whisper|transcribe|(^|[-/])tts|dall-e|(^|[-/])sora|gpt-image|realtime|babbage|davinci/i;

/** What Together AI calls models that nobody can talk to. */
const OTHER_TYPES = /^(?:image|video|audio|transcribe|embedding|moderation|rerank)$/;

interface Question {
  url: string;
  headers: Record<string, string>;
}

type Asked = Pick<ProviderEntry, "type" | "base_url">;

function questionFor(provider: Asked, key: string | undefined): Question {
  const base = addressOf(provider).replace(/\/$/, "");
  if (provider.type === "anthropic") {
    const headers = { "anthropic-version": "2023-06-01", ...(key === undefined ? {} : { "x-api-key": key }) };
    return { url: `${base}/models?limit=1000`, headers };
  }
  if (provider.type === "google") {
    return {
      url: `${base}/models?pageSize=1000`,
      headers: key === undefined ? {} : { "x-goog-api-key": key },
    };
  }
  return { url: `${base}/models`, headers: key === undefined ? {} : { authorization: `Bearer ${key}` } };
}

/** @throws the SDK's error for a refusal, the network's, or BraidError `PROVIDER_BAD_STREAM` for an answer that is no list of models. */
export async function askForModels(
  fetchOut: Fetch,
  provider: Asked,
  key: string | undefined,
  signal: AbortSignal,
): Promise<ListedModel[]> {
  const { url, headers } = questionFor(provider, key);
  const ask = providerFetch(tellingOffline(fetchOut, provider), key, "chat");
  const response = await ask(url, { headers, signal });
  const text = await response.text();
  if (!response.ok) throw refusal(url, response, text);
  return readList(text);
}

function refusal(url: string, response: Response, text: string): APICallError {
  const said = field(field(parse(text), "error"), "message") ?? field(parse(text), "message");
  return new APICallError({
    message: typeof said === "string" ? said.slice(0, 500) : response.statusText,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
  });
}

function readList(text: string): ListedModel[] {
  const value = parse(text);
  // Together AI sends the list bare. An empty one names no model, and may be anybody's.
  const bare = Array.isArray(value) && value.length > 0 ? value : undefined;
  const entries = [field(value, "data"), field(value, "models"), bare].find(Array.isArray);
  if (entries === undefined) throw noList(text.trim().slice(0, 80));
  const models = new Map<string, ListedModel>();
  for (const entry of entries.slice(0, MOST_MODELS)) {
    const model = listedModel.safeParse(described(entry)).data;
    if (model !== undefined && isForTalking(entry, model.id)) models.set(model.id, compact(model));
  }
  return [...models.values()];
}

const noList = (start: string) =>
  new BraidError("PROVIDER_BAD_STREAM", say("provider.list.message"), {
    hint: say("provider.list.hint"),
    mend: "address",
    details: start,
  });

/** Reads the many names for the same few facts: OpenAI's and Anthropic's, Google's, OpenRouter's, those of vLLM and llama.cpp. */
function described(entry: unknown): Record<string, unknown> {
  const id = field(entry, "id") ?? field(entry, "name");
  const top = field(entry, "top_provider");
  const label = field(entry, "display_name") ?? field(entry, "displayName") ?? field(entry, "name");
  const context = ["context_length", "max_model_len", "max_input_tokens", "inputTokenLimit", "context_window"]
    .map((name) => field(entry, name))
    .concat(field(field(entry, "meta"), "n_ctx"))
    .find((value) => typeof value === "number");
  const output = [
    field(top, "max_completion_tokens"),
    field(entry, "outputTokenLimit"),
    field(entry, "max_tokens"),
  ];
  return {
    id: typeof id === "string" ? id.replace(/^models\//, "") : id,
    label: label === id ? undefined : label,
    context_limit: context,
    max_output: output.find((value) => typeof value === "number"),
    price: priceOf(field(entry, "pricing")),
    reads: readsOf(entry),
  };
}

/** Reads the kinds of input that OpenRouter and Mistral name; undefined where the list says nothing of them. */
function readsOf(entry: unknown): ReadableKind[] | undefined {
  const named = field(field(entry, "architecture"), "input_modalities");
  if (Array.isArray(named))
    return READABLE_KINDS.filter((kind) => named.includes(kind === "pdf" ? "file" : kind));
  const vision = field(field(entry, "capabilities"), "vision");
  return typeof vision === "boolean" ? (vision ? ["image"] : []) : undefined;
}

/** Reads OpenRouter's prices: dollars a token, as texts; -1 where the price varies. */
function priceOf(pricing: unknown): Record<string, number> | undefined {
  const names = {
    input: "prompt",
    output: "completion",
    cache_read: "input_cache_read",
    cache_write: "input_cache_write",
  };
  const found = Object.entries(names).map(
    ([ours, theirs]) => [ours, Number(field(pricing, theirs) ?? Number.NaN)] as const,
  );
  const said = found.filter(([, price]) => Number.isFinite(price) && price >= 0);
  // Rounds to a millionth of a dollar per million tokens.
  return said.length === 0
    ? undefined
    : Object.fromEntries(said.map(([name, price]) => [name, Math.round(price * 1e12) / 1e6]));
}

function isForTalking(entry: unknown, id: string): boolean {
  const methods = field(entry, "supportedGenerationMethods");
  const type = field(entry, "type");
  if (OTHER_USES.test(id) || (typeof type === "string" && OTHER_TYPES.test(type))) return false;
  return !Array.isArray(methods) || methods.includes("generateContent");
}

/** Drops fields without a value. */
const compact = (model: object): ListedModel => JSON.parse(JSON.stringify(model));
