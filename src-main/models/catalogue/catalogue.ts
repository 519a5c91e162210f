/** The facts of well-known models, from `resources/models.json`: nobody has to be asked for them. */

import catalogue from "../../../resources/models.json";
import type { ReadableKind } from "../../../src-preload/contract/domain/attachments";
import type { ModelPrice, ThinkingLevel } from "../../../src-preload/contract/domain/models";

export interface KnownModel {
  id: string;
  /** The type of the provider that serves the model under this id. */
  type: string;
  label: string;
  /** Tokens. */
  context_limit: number;
  max_output?: number;
  /** The maker's own price; other providers may charge another. */
  price?: ModelPrice;
  /** The model is its maker's cheap one. */
  small?: boolean;
  /** The thinking levels that the model takes; absent where it takes none. */
  thinking?: readonly ThinkingLevel[];
  /** Older models are given a budget in tokens instead of a named effort. */
  thinking_by?: "budget";
  /** The kinds of file that the model reads; absent where all models of the provider type read the same. */
  reads?: readonly ReadableKind[];
}

/** JSON has no literal types; `catalogue.test.ts` checks the file against them. */
const models = catalogue.models as readonly KnownModel[];

/**
 * Finds a model by its maker's id, even where a provider adds a date (`-20251001`), the maker (`anthropic/…`) or a variant (`:free`,
 * `:8b`), or writes dots for dashes.
 */
export const knownModel = (id: string): KnownModel | undefined => byName.get(plain(id));

const plain = (id: string): string =>
  id
    .replace(/^.*\//, "")
    .replace(/:[^:]*$/, "")
    .replace(/-(\d{8}|\d{4}-\d\d-\d\d)$/, "")
    .replaceAll(".", "-")
    .toLowerCase();

/** The catalogue by its plain names, because a server may list thousands of models. The first of two models with one name counts. */
const byName = new Map(models.toReversed().map((model) => [plain(model.id), model]));

/** The models of a provider type, or of all: the one to begin with first. */
export function knownModels(type?: string): readonly KnownModel[] {
  return type === undefined ? models : models.filter((model) => model.type === type);
}
