/** The errors about a model that is not there: each says what there is. */
import type { ModelRef } from "../../src-preload/contract/types";
import { BraidError } from "../core/braid-error";
import type { ProviderEntry } from "./provider-entry";
import { offeredModels } from "./provider-list";

/** Names in a hint; a longer list helps nobody. */
const MAX_NAMES = 20;

export function noProvider(id: string, providers: ProviderEntry[]): BraidError {
  return notFound(`There is no provider "${id}".`, whatThereIs(providers));
}

export function leftOutProvider(id: string): BraidError {
  const hint = "Correct it there; the settings' problems say where it is.";
  return notFound(`The provider "${id}" has a mistake in settings.json.`, hint);
}

export function noModel({ provider_id, model_id }: ModelRef, providers: ProviderEntry[]): BraidError {
  return notFound(`The provider "${provider_id}" has no model "${model_id}".`, whatThereIs(providers));
}

export function laterType(type: ProviderEntry["type"]): BraidError {
  return notFound(
    `Models of the type ${type} come with a later version of Braid.`,
    "Choose another model for now.",
  );
}

export function noThinkingLevel(variant: string, levels: readonly string[]): BraidError {
  const message = `This model has no thinking level "${variant}".`;
  return notFound(
    message,
    levels.length === 0 ? "It takes none." : `It can be one of ${levels.join(", ")}, or left out.`,
  );
}

function notFound(message: string, hint: string): BraidError {
  return new BraidError("MODEL_NOT_FOUND", message, { hint });
}

function whatThereIs(providers: ProviderEntry[]): string {
  const names = providers.flatMap((provider) => {
    const models = offeredModels(provider);
    return models.length === 0 ? [`${provider.id}/…`] : models.map(({ id }) => `${provider.id}/${id}`);
  });
  return `There are: ${names.slice(0, MAX_NAMES).join(", ")}. Choose one of them, or add it to "providers" in settings.json.`;
}
