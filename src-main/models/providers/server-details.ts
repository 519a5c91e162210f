/**
 * Asks a server of open models what its list leaves out: which models read pictures, which take tools, and how large the window is with
 * which a model is loaded. The server cuts a longer prompt in silence, whatever the model itself could take. The list is the same with and
 * without the answers, so nothing here fails, and nothing is waited for longer than a few seconds.
 */

import type { Fetch } from "../../core/ports/connections";
import { ASSUMED_CONTEXT } from "../catalogue/model-facts";
import { type ListedModel, tokens } from "../catalogue/model-lists";
import { providerFetch } from "../wire/provider-fetch";
import { addressOf, isServedHere } from "./addresses";
import { field, parse } from "./json-fields";
import type { Provider } from "./provider-list";

type Asked = Pick<Provider, "type" | "base_url" | "listed">;
type Details = Pick<ListedModel, "reads" | "tools">;
/** By the model's id. The window is that of the loaded model; `most` is the largest that the model can be loaded with. */
type Answers = Map<string, { details?: Details; window?: number | undefined; most?: number | undefined }>;
type Ask = (path: string, body?: object) => Promise<unknown>;

const PATIENCE_MS = 5000;
/** Ollama is asked for each model by itself: of so many, and so many at once. */
const MOST_ASKED = 100;
const AT_ONCE = 4;

/** The same models, with what the server says of them beside its list. Of a model without an answer what it said before stays true. */
export async function withServerDetails(
  fetchOut: Fetch,
  provider: Asked,
  key: string | undefined,
  models: readonly ListedModel[],
  signal: AbortSignal,
  patience_ms = PATIENCE_MS,
): Promise<ListedModel[]> {
  const patient = AbortSignal.any([signal, AbortSignal.timeout(patience_ms)]);
  const answers = await answersFrom(provider, askingAt(fetchOut, provider, key, patient), models);
  if (answers === undefined) return [...models];
  const before = new Map(provider.listed.map((model) => [model.id, model]));
  return models.map((model) => {
    const [now, earlier] = [answers.get(model.id), before.get(model.id)];
    const context_limit = now?.window ?? earlier?.context_limit ?? ifSmall(now?.most);
    return {
      ...(now?.details ?? (earlier && said(earlier))),
      ...(context_limit === undefined ? {} : { context_limit }),
      ...model,
    };
  });
}

/** The window with which Ollama has loaded this model; undefined where it has not, or does not say. */
export async function loadedWindow(
  fetchOut: Fetch,
  provider: Asked,
  key: string | undefined,
  model_id: string,
): Promise<number | undefined> {
  const ask = askingAt(fetchOut, provider, key, AbortSignal.timeout(PATIENCE_MS));
  const windows = await askOllamaWindows(ask).catch(() => new Map<string, number>());
  // The settings may name a model without its tag.
  return windows.get(model_id) ?? windows.get(`${model_id}:latest`);
}

function askingAt(fetchOut: Fetch, provider: Asked, key: string | undefined, signal: AbortSignal): Ask {
  const base = addressOf(provider).replace(/\/$/, "").replace(/\/v1$/, "");
  const fetchHere = providerFetch(fetchOut, key, "chat");
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return async (path, body) => {
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetchHere(`${base}${path}`, { headers, signal, ...sent });
    return response.ok ? parse(await response.text()) : undefined;
  };
}

/** A model may be loaded with less than it can take: only what is less than the assumption says more than it. */
const ifSmall = (most: number | undefined): number | undefined =>
  most !== undefined && most < ASSUMED_CONTEXT.own ? most : undefined;

/** What a stored list knows of a model beside what any list says. */
const said = ({ reads, tools }: ListedModel): Details => ({
  ...(reads === undefined ? {} : { reads }),
  ...(tools === undefined ? {} : { tools }),
});

/** Undefined for a server that says everything in its list. */
async function answersFrom(
  provider: Asked,
  ask: Ask,
  models: readonly ListedModel[],
): Promise<Answers | undefined> {
  if (provider.type === "ollama") return await askOllama(ask, models);
  if (provider.type === "openai-compatible" && isServedHere(provider)) return await askLmStudio(ask);
  return undefined;
}

/** Ollama names the capabilities of one model at a time. It refuses a request with tools for a model without that capability. */
async function askOllama(ask: Ask, models: readonly ListedModel[]): Promise<Answers> {
  const windows = await askOllamaWindows(ask).catch(() => new Map<string, number>());
  const answers: Answers = new Map([...windows].map(([id, window]) => [id, { window }]));
  const waiting = models.slice(0, MOST_ASKED);
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const can = field(await ask("/api/show", { model: next.id }), "capabilities");
      if (!Array.isArray(can)) continue;
      const reads: ListedModel["reads"] = can.includes("vision") ? ["image"] : [];
      const details = { reads, ...(can.includes("tools") ? {} : { tools: false as const }) };
      answers.set(next.id, { ...answers.get(next.id), details });
    }
  };
  // One failure ends its row of questions: a server that is late, or gone, is not asked for the rest.
  await Promise.allSettled(Array.from({ length: AT_ONCE }, askNext));
  return answers;
}

/** The windows of the models that are loaded, by their ids. */
async function askOllamaWindows(ask: Ask): Promise<Map<string, number>> {
  const loaded = field(await ask("/api/ps"), "models");
  const windows = new Map<string, number>();
  for (const entry of Array.isArray(loaded) ? loaded : []) {
    const [id, window] = [field(entry, "model"), tokens.parse(field(entry, "context_length"))];
    if (typeof id === "string" && window !== undefined) windows.set(id, window);
  }
  return windows;
}

/** LM Studio has a list of its own beside OpenAI's. Other servers answer that they know no such address. */
async function askLmStudio(ask: Ask): Promise<Answers> {
  const list = field(await ask("/api/v0/models").catch(() => undefined), "data");
  const answers: Answers = new Map();
  for (const entry of Array.isArray(list) ? list : []) {
    const [id, type] = [field(entry, "id"), field(entry, "type")];
    if (typeof id !== "string" || (type !== "vlm" && type !== "llm")) continue;
    answers.set(id, {
      details: { reads: type === "vlm" ? ["image"] : [] },
      window: tokens.parse(field(entry, "loaded_context_length")),
      most: tokens.parse(field(entry, "max_context_length")),
    });
  }
  return answers;
}
