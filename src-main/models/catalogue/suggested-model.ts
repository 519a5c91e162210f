/** The model that a new provider begins with. */
import { isOpenRouter } from "../providers/addresses";
import { offeredModels, type Provider } from "../providers/provider-list";
import { type KnownModel, knownModel, knownModels } from "./catalogue";

/**
 * Prefers the order of the catalogue: a provider lists its models in an order of its own, and its first one may be years old. At
 * OpenRouter, which sells the models of all makers, the whole catalogue counts. Undefined where the provider offers none.
 */
export function suggestedModel(provider: Provider): string | undefined {
  const offered = offeredModels(provider);
  const ids = new Map<KnownModel, string>();
  for (const id of offered) {
    const known = knownModel(id);
    // The shortest of its names is the plain one: others add a date or a variant.
    if (known !== undefined && id.length < (ids.get(known)?.length ?? Infinity)) ids.set(known, id);
  }
  const first = knownModels(isOpenRouter(provider) ? undefined : provider.type).find((known) =>
    ids.has(known),
  );
  return (first && ids.get(first)) ?? offered[0];
}
