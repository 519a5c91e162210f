/** Opens everything about models from one folder: choices and calls for the core, providers and keys for a window. */
import { join } from "node:path";
import type { Cipher } from "../core/ports/cipher";
import type { Connections } from "../core/ports/connections";
import type { Models } from "../core/ports/models";
import type { Providers } from "../core/ports/providers";
import type { AppStateStore } from "../core/ports/store";
import type { SettingsFile } from "../settings/settings-file";
import { openModelLists } from "./catalogue/model-lists";
import { createModels } from "./create-models";
import type { Speech } from "./guide/speech";
import { openConfirmedVariables } from "./providers/confirmed-variables";
import { isKeyName, keyVariable } from "./providers/credentials";
import type { Environment } from "./providers/provider-entry";
import { createProviders } from "./providers/providers";
import { openSecrets, type Secrets } from "./providers/secrets";

interface OpenModelsOptions {
  data_dir: string;
  resources_dir: string;
  env: Environment;
  cipher: Cipher;
  settings: SettingsFile;
  connections: Connections;
  /** How the guide speaks. */
  speech: Speech;
  /** Where main keeps facts that nobody else may edit. */
  memory: AppStateStore;
  /** Hears of a change about models that is no setting. */
  onChange(): void;
  /** Hears every key that is read or entered, so that no log has it. */
  onKey(key: string): void;
}

export function openModels(options: OpenModelsOptions): { models: Models; providers: Providers } {
  const { data_dir, resources_dir, env, cipher, settings, speech, memory, connections, onChange, onKey } =
    options;
  const secrets = overheard(openSecrets(join(data_dir, "secrets.json"), cipher), onKey);
  const named = settings.providers().map(keyVariable);
  for (const name of named) if (name !== undefined && isKeyName(name)) onKey(env[name] ?? "");
  const lists = openModelLists(join(data_dir, "models-cache.json"));
  const sources = { settings, env, secrets, lists, connections, confirmed: openConfirmedVariables(memory) };
  const models = createModels({ ...sources, resources_dir, speech, onChange });
  return { models, providers: createProviders({ ...sources, models, onChange }) };
}

/** The same secrets, which tell `onKey` of each key. */
function overheard(secrets: Secrets, onKey: (key: string) => void): Secrets {
  return {
    ...secrets,
    read: (provider_id) => {
      const key = secrets.read(provider_id);
      onKey(key);
      return key;
    },
    keep: (provider_id, key, how) => {
      onKey(key);
      return secrets.keep(provider_id, key, how);
    },
  };
}
