/** The levels of thinking that a model may be asked for (MS-1). */
import {
  type ModelRef,
  THINKING_LEVELS,
  type ThinkingLevel,
} from "../../../src-preload/contract/domain/models";
import { speaksResponses } from "../providers/addresses";
import type { ProviderEntry } from "../providers/provider-entry";
import { knownModel } from "./catalogue";

/** The levels that this model takes. An unknown model may be asked for any. */
export function levelsOf({ models }: ProviderEntry, model_id: string): readonly ThinkingLevel[] {
  const known = knownModel(model_id);
  const listed = models.find(({ id }) => id === model_id)?.thinking;
  return listed ?? (known === undefined ? THINKING_LEVELS : (known.thinking ?? []));
}

/** Levels at which a model thinks less than by itself. */
const LOW: readonly ThinkingLevel[] = ["minimal", "low"];

/**
 * The level at which this model thinks least. Undefined where it thinks only when asked, as Anthropic's models with a budget do; where nobody
 * knows that its server takes a level, because an unknown one would refuse the call; and at OpenAI itself, where a level asks for a summary
 * of the thoughts, which some accounts may not have.
 */
export function leastLevel(provider: ProviderEntry, model_id: string): ThinkingLevel | undefined {
  const { type, models } = provider;
  if (speaksResponses(provider)) return undefined;
  const known = knownModel(model_id);
  const said = models.find(({ id }) => id === model_id)?.thinking;
  const levels = said ?? (known?.type === type ? known.thinking : undefined) ?? [];
  if (known?.type === "anthropic" && known.thinking_by === "budget") return undefined;
  return LOW.find((level) => levels.includes(level));
}

/**
 * The level of a message for which its user chose none: as the model's entry says, else as `default_model` is written in the settings, where
 * it names this model with a level. Undefined where the model decides, or does not take that level.
 */
export function defaultLevel(
  provider: ProviderEntry,
  model_id: string,
  default_model: ModelRef | undefined,
): ThinkingLevel | undefined {
  const isDefault = default_model?.provider_id === provider.id && default_model.model_id === model_id;
  const said = provider.models.find(({ id }) => id === model_id)?.default_thinking;
  const wanted = said ?? (isDefault ? default_model.variant : undefined);
  return levelsOf(provider, model_id).find((level) => level === wanted);
}
