/** The levels of thinking that a model may be asked for (MS-1). */
import { THINKING_LEVELS, type ThinkingLevel } from "../../../src-preload/contract/domain/models";
import type { ProviderEntry } from "../providers/provider-entry";
import { knownModel } from "./catalogue";

/** The levels that this model takes. An unknown model may be asked for any. */
export function levelsOf({ models }: ProviderEntry, model_id: string): readonly ThinkingLevel[] {
  const known = knownModel(model_id);
  const listed = models.find(({ id }) => id === model_id)?.thinking;
  return listed ?? (known === undefined ? THINKING_LEVELS : (known.thinking ?? []));
}
