/**
 * Asks a server of open models what its list leaves out: which models read pictures, which take tools. The list is the same with and
 * without the answers, so nothing here fails, and nothing is waited for longer than a few seconds.
 */

import type { Fetch } from "../../core/ports/connections";
import type { ListedModel } from "../catalogue/model-lists";
import { providerFetch } from "../wire/provider-fetch";
import { addressOf, isServedHere } from "./addresses";
import { field, parse } from "./json-fields";
import type { Provider } from "./provider-list";

type Asked = Pick<Provider, "type" | "base_url" | "listed">;
type Details = Pick<ListedModel, "reads" | "tools">;
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
  const base = addressOf(provider).replace(/\/$/, "").replace(/\/v1$/, "");
  const fetchHere = providerFetch(fetchOut, key, "chat");
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const patient = AbortSignal.any([signal, AbortSignal.timeout(patience_ms)]);
  const ask: Ask = async (path, body) => {
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetchHere(`${base}${path}`, { headers, signal: patient, ...sent });
    return response.ok ? parse(await response.text()) : undefined;
  };
  const details = await detailsFrom(provider, ask, models);
  if (details === undefined) return [...models];
  const before = new Map(provider.listed.map((model) => [model.id, said(model)]));
  return models.map((model) => ({ ...(details.get(model.id) ?? before.get(model.id)), ...model }));
}

/** What a stored list knows of a model beside what any list says. */
const said = ({ reads, tools }: ListedModel): Details => ({
  ...(reads === undefined ? {} : { reads }),
  ...(tools === undefined ? {} : { tools }),
});

/** Undefined for a server that says everything in its list. */
async function detailsFrom(
  provider: Asked,
  ask: Ask,
  models: readonly ListedModel[],
): Promise<Map<string, Details> | undefined> {
  if (provider.type === "ollama") return await askOllama(ask, models);
  if (provider.type === "openai-compatible" && isServedHere(provider)) return await askLmStudio(ask);
  return undefined;
}

/** Ollama names the capabilities of one model at a time. It refuses a request with tools for a model without that capability. */
async function askOllama(ask: Ask, models: readonly ListedModel[]): Promise<Map<string, Details>> {
  const details = new Map<string, Details>();
  const waiting = models.slice(0, MOST_ASKED);
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const can = field(await ask("/api/show", { model: next.id }), "capabilities");
      if (!Array.isArray(can)) continue;
      details.set(next.id, {
        reads: can.includes("vision") ? ["image"] : [],
        ...(can.includes("tools") ? {} : { tools: false }),
      });
    }
  };
  // One failure ends its row of questions: a server that is late, or gone, is not asked for the rest.
  await Promise.allSettled(Array.from({ length: AT_ONCE }, askNext));
  return details;
}

/** LM Studio has a list of its own beside OpenAI's. Other servers answer that they know no such address. */
async function askLmStudio(ask: Ask): Promise<Map<string, Details>> {
  const list = field(await ask("/api/v0/models").catch(() => undefined), "data");
  const details = new Map<string, Details>();
  for (const entry of Array.isArray(list) ? list : []) {
    const [id, type] = [field(entry, "id"), field(entry, "type")];
    if (typeof id !== "string" || (type !== "vlm" && type !== "llm")) continue;
    details.set(id, { reads: type === "vlm" ? ["image"] : [] });
  }
  return details;
}
