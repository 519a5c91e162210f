/** A provider's cheap model: who needs a title or a summary asks it rather than the one that answers. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { offeredModels, type Provider } from "../providers/provider-list";
import { knownModel } from "./catalogue";

/**
 * What the settings mark as small comes before what its maker sells as such. Of other makers' models, which a provider may serve as
 * well, none is chosen unasked: the conversation would go to somebody else.
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
