/** The view of providers for a window. It says whether there is a key and where, and never holds the key. */
import type {
  KeyState,
  ProviderInfo,
  ProviderModel,
  ProvidersView,
} from "../../../src-preload/contract/domain/providers";
import { COMPACTION_NAMES } from "../../../src-preload/contract/domain/settings";
import type { Models } from "../../core/ports/models";
import { valueAt } from "../../settings/settings-edits";
import { knownModel } from "../catalogue/catalogue";
import { factsOf } from "../catalogue/model-facts";
import { suggestedModel } from "../catalogue/suggested-model";
import { addressOf, speaksChat } from "./addresses";
import { type Credential, findCredential } from "./credentials";
import type { ModelEntry } from "./provider-entry";
import { listProviders, offeredModels, type Provider, type Sources } from "./provider-list";

function keyState(credential: Credential): KeyState {
  if (credential.kind === "key") return credential.from;
  if (credential.kind === "none-needed") return { state: "none-needed" };
  const { reason, hint, confirm } = credential;
  return { state: "missing", reason, hint, ...(confirm === undefined ? {} : { confirm }) };
}

function ownCompaction(model: ModelEntry | undefined): Pick<ProviderModel, "compaction"> {
  const own = COMPACTION_NAMES.flatMap((name) => {
    const value = valueAt(model?.compaction, name.split("."));
    return value === undefined ? [] : [[name, value] as const];
  });
  return own.length === 0 ? {} : { compaction: Object.fromEntries(own) };
}

export function viewOf(sources: Sources, models: Models): ProvidersView {
  const { secrets } = sources;
  const info = (provider: Provider): ProviderInfo => {
    const suggested = suggestedModel(provider);
    return {
      id: provider.id,
      type: provider.type,
      address: addressOf(provider),
      key: keyState(findCredential(provider, sources)),
      in_settings: provider.in_settings,
      models: offeredModels(provider).map((id) => {
        const entry = provider.models.find((model) => model.id === id);
        return {
          id,
          label: provider.listed.find((model) => model.id === id)?.label ?? knownModel(id)?.label ?? id,
          ...factsOf(provider, id),
          ...(speaksChat(provider) ? { begins_thinking: entry?.begins_thinking === true } : {}),
          ...ownCompaction(entry),
          in_settings: entry !== undefined,
        };
      }),
      ...(suggested === undefined ? {} : { suggested }),
    };
  };
  return {
    providers: listProviders(sources).map(info),
    default_model: models.default_model(),
    keyring: secrets.sealing(),
    keys_unreadable: secrets.unreadable(),
  };
}
