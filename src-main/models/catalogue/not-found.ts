/** The errors about a missing model: each names the models that exist. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Sentence } from "../../../src-preload/contract/domain/sentence";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import { offeredModels, type Provider } from "../providers/provider-list";

/** Names in a hint; a longer list helps nobody. */
const MAX_NAMES = 20;

export function noProvider(id: string, providers: readonly Provider[]): BraidError {
  return notFound(say("model.no-provider", { id }), whatThereIs(providers));
}

export function leftOutProvider(id: string): BraidError {
  return notFound(say("model.left-out.message", { id }), say("model.left-out.hint"));
}

export function noModel({ provider_id, model_id }: ModelRef, providers: readonly Provider[]): BraidError {
  return notFound(say("model.no-model", { provider: provider_id, model: model_id }), whatThereIs(providers));
}

export function noThinkingLevel(variant: string, levels: readonly string[]): BraidError {
  const hint =
    levels.length === 0
      ? say("model.no-level.none")
      : say("model.no-level.hint", { levels: levels.join(", ") });
  return notFound(say("model.no-level.message", { level: variant }), hint);
}

function notFound(message: Sentence, hint: Sentence): BraidError {
  return new BraidError("MODEL_NOT_FOUND", message, { hint });
}

function whatThereIs(providers: readonly Provider[]): Sentence {
  const names = providers.flatMap((provider) => {
    const models = offeredModels(provider);
    return models.length === 0 ? [`${provider.id}/…`] : models.map((id) => `${provider.id}/${id}`);
  });
  return say("model.there-are", { names: names.slice(0, MAX_NAMES).join(", ") });
}
