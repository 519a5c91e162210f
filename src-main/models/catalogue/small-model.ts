/** The models that make titles and summaries beside the model that answers: its provider's cheap one, then itself. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { offeredModels, type Provider } from "../providers/provider-list";
import { knownModel } from "./catalogue";
import { leastLevel } from "./thinking-levels";

/** `has_refused`: models of this provider that it does not serve after all. */
export function sideModels(
  providers: readonly Provider[],
  { provider_id, model_id }: ModelRef,
  has_refused: (ref: ModelRef) => boolean,
): ModelRef[] {
  const provider = providers.find(({ id }) => id === provider_id);
  const small = provider && smallModel(provider, (id) => has_refused({ provider_id, model_id: id }));
  return [...new Set([small ?? model_id, model_id])].map((id) => {
    const level = provider && leastLevel(provider, id);
    return { provider_id, model_id: id, ...(level === undefined ? {} : { variant: level }) };
  });
}

/**
 * Prefers the model that the settings mark as small to the one that its maker sells as such. Never chooses another maker's model unasked,
 * even if the provider serves it: the conversation would go to somebody else.
 */
function smallModel(provider: Provider, has_refused: (id: string) => boolean): string | undefined {
  const unmarked = provider.models.filter(({ small }) => small === false).map(({ id }) => id);
  const isSmall = (id: string) => {
    const known = knownModel(id);
    return known?.small === true && known.type === provider.type && !unmarked.includes(id);
  };
  const marked = provider.models.filter(({ small }) => small === true).map(({ id }) => id);
  return [...marked, ...offeredModels(provider).filter(isSmall)].find((id) => !has_refused(id));
}
