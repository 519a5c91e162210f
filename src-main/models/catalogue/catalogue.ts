/** The facts of well-known models, without asking anybody: `resources/models.json`. */

import catalogue from "../../../resources/models.json";
import type { ModelPrice, ThinkingLevel } from "../../../src-preload/contract/domain/models";

export interface KnownModel {
  id: string;
  /** The provider type that serves it under this id. */
  type: string;
  label: string;
  /** Tokens. */
  context_limit: number;
  max_output?: number;
  /** The maker's own price; other providers may take another. */
  price?: ModelPrice;
  /** Its maker's cheap one. */
  small?: boolean;
  /** The thinking levels it takes; absent where it takes none. */
  thinking?: readonly ThinkingLevel[];
  /** Older models are given a budget in tokens instead of a named effort. */
  thinking_by?: "budget";
}

/** JSON has no literal types; `catalogue.test.ts` holds the file to them. */
const models = catalogue.models as readonly KnownModel[];

/**
 * Finds a model by the id its maker gave it, also where a provider adds a date (`-20251001`), its maker (`anthropic/…`), a variant
 * (`:free`, `:8b`), or writes dots for dashes.
 */
export function knownModel(id: string): KnownModel | undefined {
  const name = plain(id);
  return models.find((model) => plain(model.id) === name);
}

const plain = (id: string): string =>
  id
    .replace(/^.*\//, "")
    .replace(/:[^:]*$/, "")
    .replace(/-(\d{8}|\d{4}-\d\d-\d\d)$/, "")
    .replaceAll(".", "-")
    .toLowerCase();

/** The models of a provider of this type, where the settings list none. */
export function knownModels(type: string): readonly KnownModel[] {
  return models.filter((model) => model.type === type);
}
