/** What is known about well-known models without asking anybody: `resources/models.json`. */
import catalogue from "../../resources/models.json";

export interface KnownModel {
  id: string;
  /** The provider type that serves it under this id. */
  type: string;
  label: string;
  /** Tokens. */
  context_limit: number;
  max_output: number;
  /** How a thinking level is asked for: by a named effort, or (older models) by a budget in tokens. */
  thinking?: string;
}

const models: readonly KnownModel[] = catalogue.models;

/** A dated id (`-20251001`) is the model it dates. */
export function knownModel(id: string): KnownModel | undefined {
  const undated = id.replace(/-\d{8}$/, "");
  return models.find((model) => model.id === undated);
}

/** What a provider of this type has, where the settings list no models. */
export function knownModels(type: string): readonly KnownModel[] {
  return models.filter((model) => model.type === type);
}
