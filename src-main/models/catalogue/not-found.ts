/** The errors about a model that is not there: each says what there is. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { BraidError } from "../../core/braid-error";
import { t } from "../../core/language/language";
import { offeredModels, type Provider } from "../providers/provider-list";

/** Names in a hint; a longer list helps nobody. */
const MAX_NAMES = 20;

export function noProvider(id: string, providers: readonly Provider[]): BraidError {
  return notFound(t("model.no-provider", { id }), whatThereIs(providers));
}

export function leftOutProvider(id: string): BraidError {
  return notFound(t("model.left-out.message", { id }), t("model.left-out.hint"));
}

export function noModel({ provider_id, model_id }: ModelRef, providers: readonly Provider[]): BraidError {
  return notFound(t("model.no-model", { provider: provider_id, model: model_id }), whatThereIs(providers));
}

export function noThinkingLevel(variant: string, levels: readonly string[]): BraidError {
  const hint =
    levels.length === 0 ? t("model.no-level.none") : t("model.no-level.hint", { levels: levels.join(", ") });
  return notFound(t("model.no-level.message", { level: variant }), hint);
}

function notFound(message: string, hint: string): BraidError {
  return new BraidError("MODEL_NOT_FOUND", message, { hint });
}

function whatThereIs(providers: readonly Provider[]): string {
  const names = providers.flatMap((provider) => {
    const models = offeredModels(provider);
    return models.length === 0 ? [`${provider.id}/…`] : models.map((id) => `${provider.id}/${id}`);
  });
  return t("model.there-are", { names: names.slice(0, MAX_NAMES).join(", ") });
}
