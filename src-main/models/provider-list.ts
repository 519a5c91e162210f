/** Which providers there are, and which models of them are offered. */
import type { ModelRef } from "../../src-preload/contract/types";
import { knownModels } from "./catalogue";
import { findCredential } from "./credentials";
import type { Environment, ModelEntry, ModelsSettings, ProviderEntry } from "./provider-entry";

export const GUIDE: ModelRef = { provider_id: "builtin", model_id: "guide" };

/** The guide reads nothing but the last messages; the number is there so that the meter has a scale. */
const guideEntry: ModelEntry = { id: GUIDE.model_id, context_limit: 200_000 };
const builtin: ProviderEntry = { id: GUIDE.provider_id, type: "builtin", models: [guideEntry] };

/** Usable without a word in the settings, if their usual variable holds a key. */
const usualProviders: ProviderEntry[] = [
  { id: "anthropic", type: "anthropic", models: [] },
  { id: "openai", type: "openai", models: [] },
];

/** Those of the settings first, the built-in one last. */
export function listProviders(settings: ModelsSettings, env: Environment): ProviderEntry[] {
  const own = settings.providers().filter(({ type }) => type !== "builtin");
  const left_out = settings.left_out_providers();
  const implied = usualProviders.filter(
    (usual) =>
      !own.some(({ id, type }) => id === usual.id || type === usual.type) &&
      // Its settings may have named another address for the same key: nothing is sent to the usual one then.
      !left_out.includes(usual.id) &&
      findCredential(usual, env).kind === "key",
  );
  return [...own, ...implied, builtin];
}

/** What the settings list, else what the catalogue knows of this type; empty where nobody knows. */
export function offeredModels({ type, models }: ProviderEntry): readonly Pick<ModelEntry, "id">[] {
  return models.length > 0 ? models : knownModels(type);
}
