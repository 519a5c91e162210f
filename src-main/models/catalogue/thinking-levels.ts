/** How much a model may be asked to think (MS-1). */
import { THINKING_LEVELS, type ThinkingLevel } from "../../../src-preload/contract/domain/models";
import type { ProviderEntry } from "../providers/provider-entry";
import { knownModel } from "./catalogue";

/** The levels this model takes; where nobody knows it, it may be asked for any. */
export function levelsOf({ models }: ProviderEntry, model_id: string): readonly ThinkingLevel[] {
  const known = knownModel(model_id);
  const listed = models.find(({ id }) => id === model_id)?.thinking;
  return listed ?? (known === undefined ? THINKING_LEVELS : (known.thinking ?? []));
}
