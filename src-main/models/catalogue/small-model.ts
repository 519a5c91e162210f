/** A provider's cheap model, which makes titles and summaries in the place of the model that answers. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { offeredModels, type Provider } from "../providers/provider-list";
import { knownModel } from "./catalogue";

/**
 * Prefers the model that the settings mark as small to the one that its maker sells as such. Never chooses another maker's model unasked,
 * even if the provider serves it: the conversation would go to somebody else.
 */
export function smallModel(providers: readonly Provider[], { provider_id, model_id }: ModelRef): ModelRef {
  const provider = providers.find(({ id }) => id === provider_id);
  if (provider === undefined) return { provider_id, model_id };
  const refused = provider.models.filter(({ small }) => small === false).map(({ id }) => id);
  const isSmall = (id: string) => {
    const known = knownModel(id);
    return known?.small === true && known.type === provider.type && !refused.includes(id);
  };
  const marked = provider.models.find(({ small }) => small === true)?.id;
  return { provider_id, model_id: marked ?? offeredModels(provider).find(isSmall) ?? model_id };
}
