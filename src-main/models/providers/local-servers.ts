/** Looks for servers of models on this computer: when the user asks, on loopback alone, at their usual ports. */

import type { LocalServer } from "../../../src-preload/contract/domain/providers";
import type { Fetch } from "../../core/ports/connections";
import type { Environment } from "./provider-entry";

type Place = Pick<LocalServer, "name" | "type" | "base_url">;

/** Milliseconds. A server on this computer answers at once, but a computer that has just started is busy. */
const PATIENCE_MS = 3000;
/** The patience is counted in steps of this many milliseconds: while main is busy with its start it counts none, and misses no answer. */
const STEP_MS = 100;
const SHOWN = 5;

const at = (port: string | number) => `http://127.0.0.1:${port}/v1`;
const usualPorts = { Ollama: 11_434, "LM Studio": 1234, "llama.cpp": 8080 } as const;

/** `BRAID_LOCAL_PORTS` ("11434,1234,8080", in this order) names other ports. */
function places(env: Environment): Place[] {
  const ports = env.BRAID_LOCAL_PORTS?.split(",") ?? [];
  return (Object.keys(usualPorts) as (keyof typeof usualPorts)[]).map((name, index) => ({
    name,
    type: name === "Ollama" ? "ollama" : "openai-compatible",
    base_url: at(/^\d+$/.test(ports[index] ?? "") ? Number(ports[index]) : usualPorts[name]),
  }));
}

async function patiently<T>(ask: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  let steps = PATIENCE_MS / STEP_MS;
  const timer = setInterval(() => {
    steps -= 1;
    if (steps === 0) late.abort();
  }, STEP_MS);
  try {
    return await ask(late.signal);
  } finally {
    clearInterval(timer);
  }
}

/** Ignores an answer that is no list of models: other programs use these ports too, 8080 above all. */
async function look(fetchOut: Fetch, place: Place): Promise<LocalServer[]> {
  try {
    const { askForModels } = await import("./ask-provider");
    const models = await patiently((late) => askForModels(fetchOut, place, undefined, late));
    const names = models.map(({ id }) => id);
    return [{ ...place, models: names.slice(0, SHOWN), model_count: names.length }];
  } catch {
    return [];
  }
}

export async function findLocalServers(fetchOut: Fetch, env: Environment): Promise<LocalServer[]> {
  return (await Promise.all(places(env).map((place) => look(fetchOut, place)))).flat();
}
