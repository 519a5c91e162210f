/** The providers of the app, and the models that they offer. */
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import { USUAL_PROVIDERS } from "../../../src-preload/contract/domain/providers";
import type { Connections } from "../../core/ports/connections";
import { knownModels } from "../catalogue/catalogue";
import type { ListedModel, ModelLists, Windows } from "../catalogue/model-lists";
import { originOf } from "./addresses";
import { findCredential, type KeySources } from "./credentials";
import type { ModelEntry, ModelsSettings, ProviderEntry } from "./provider-entry";

export const GUIDE: ModelRef = { provider_id: "builtin", model_id: "guide" };

/** The sources of everything about providers. */
export interface Sources extends KeySources {
  settings: ModelsSettings;
  lists: ModelLists;
  connections: Connections;
}

/** A provider as it is now: its settings, and its own list of models. */
export interface Provider extends ProviderEntry {
  listed: readonly ListedModel[];
  /** The windows of models that the list does not name. */
  windows: Windows;
  /** True for a provider of the settings; false for one that is there by itself. */
  in_settings: boolean;
}

/** The guide reads only the last messages; the number gives the meter a scale. */
const guideEntry: ModelEntry = { id: GUIDE.model_id, context_limit: 200_000 };
const builtin: Provider = {
  id: GUIDE.provider_id,
  type: "builtin",
  models: [guideEntry],
  listed: [],
  windows: {},
  in_settings: false,
};

const usualProviders: ProviderEntry[] = USUAL_PROVIDERS.map((type) => ({ id: type, type, models: [] }));

/** Lists the providers of the settings first, the built-in one last. */
export function listProviders({ settings, lists, ...keys }: Sources): Provider[] {
  const own = settings.providers().filter(({ type }) => type !== "builtin");
  const left_out = settings.left_out_providers();
  const implied = usualProviders.filter(
    (usual) =>
      !own.some(({ id, type }) => id === usual.id || type === usual.type) &&
      // A left-out entry may have named another address for the same key: the usual one must not get the key instead.
      !left_out.includes(usual.id) &&
      findCredential(usual, keys).kind === "key",
  );
  const now = (entry: ProviderEntry, in_settings: boolean): Provider => ({
    ...entry,
    listed: lists.of(entry.id, originOf(entry)),
    windows: lists.windowsOf(entry.id, originOf(entry)),
    in_settings,
  });
  return [...own.map((entry) => now(entry, true)), ...implied.map((entry) => now(entry, false)), builtin];
}

/** Returns true for a model that the settings or the provider itself list. */
export const isListed = ({ models, listed }: Provider, model_id: string): boolean =>
  models.some(({ id }) => id === model_id) || listed.some(({ id }) => id === model_id);

/** Ids of the models that the settings and the provider list. Without any: the catalogue's models of this type. */
export function offeredModels({ type, models, listed }: Provider): readonly string[] {
  const said = [...models, ...listed];
  return [...new Set((said.length > 0 ? said : knownModels(type)).map(({ id }) => id))];
}
