/** The model that a new provider begins with. */
import { offeredModels, type Provider } from "../providers/provider-list";
import { type KnownModel, knownModel, knownModels } from "./catalogue";

/**
 * Prefers the order of the catalogue: a provider lists its models in an order of its own, and its first one may be years old. Undefined
 * where the provider offers none.
 */
export function suggestedModel(provider: Provider): string | undefined {
  const offered = offeredModels(provider);
  const ids = new Map<KnownModel, string>();
  for (const id of offered) {
    const known = knownModel(id);
    if (known !== undefined && (id === known.id || !ids.has(known))) ids.set(known, id);
  }
  const first = knownModels(provider.type).find((known) => ids.has(known));
  return (first && ids.get(first)) ?? offered[0];
}
