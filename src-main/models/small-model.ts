/** A provider's cheap model: who needs a title or a summary asks it rather than the one that answers. */
import type { ModelRef } from "../../src-preload/contract/types";
import { factsOf } from "./model-facts";
import type { ProviderEntry } from "./provider-entry";
import { offeredModels } from "./provider-list";

/** What the settings mark as small comes before what the catalogue knows to be so. */
export function smallModel(
  providers: readonly ProviderEntry[],
  { provider_id, model_id }: ModelRef,
): ModelRef {
  const provider = providers.find(({ id }) => id === provider_id);
  if (provider === undefined) return { provider_id, model_id };
  const marked = provider.models.find(({ small }) => small === true);
  const small = marked ?? offeredModels(provider).find(({ id }) => factsOf(provider, id).small === true);
  return { provider_id, model_id: small?.id ?? model_id };
}
