/** Providers, their keys and their models. No type here holds a key, so that none reaches a window. */

import type { ReadableKind } from "./attachments";
import type { ModelChoice, ModelPrice, ModelRef, ThinkingLevel } from "./models";
import type { Sentence } from "./sentence";
import type { CompactionName, CompactionValues } from "./settings";

export const PROVIDER_TYPES = ["openai", "anthropic", "google", "openai-compatible", "ollama"] as const;
export type ProviderType = (typeof PROVIDER_TYPES)[number];

/** Types that are usable without an entry in the settings, under their own names, if their usual variable holds a key. */
export const USUAL_PROVIDERS = ["anthropic", "openai", "google"] as const satisfies readonly ProviderType[];

/**
 * Where an entered key is kept. `system`: in the system's keyring. `run`: in memory until the app ends. `plain`: where other programs of
 * this user could read it.
 */
export const KEEPING = ["system", "run", "plain"] as const;
export type Keeping = (typeof KEEPING)[number];

export type KeyState =
  | { state: Keeping }
  | { state: "environment"; variable: string }
  | { state: "none-needed" }
  /** `reason` is short, `hint` says what to do. `confirm` is the variable that the user must first allow to go to this address. */
  | { state: "missing"; reason: Sentence; hint: Sentence; confirm?: { variable: string; origin: string } };

export interface ProviderModel
  extends Pick<
    ModelChoice,
    | "label"
    | "context_limit"
    | "max_output"
    | "assumed"
    | "price"
    | "small"
    | "thinking"
    | "default_thinking"
    | "reads"
    | "tools"
  > {
  id: string;
  /** True for a model whose answers begin with thoughts and no opening tag. Absent where the provider tells thoughts apart. */
  begins_thinking?: boolean;
  /** The settings of compaction that it has of its own (CP-8); absent where it has none. */
  compaction?: Partial<CompactionValues>;
  /** True where `settings.json` has an entry for it. */
  in_settings: boolean;
}

export interface ProviderInfo {
  id: string;
  type: ProviderType | "builtin";
  /** Empty for the built-in provider. */
  address: string;
  key: KeyState;
  /** True for an entry of `settings.json`. Other providers are built in, or have their key in the environment. */
  in_settings: boolean;
  models: ProviderModel[];
  /** The id of the model to begin with; absent where there are no models. */
  suggested?: string;
}

export interface ProvidersView {
  providers: ProviderInfo[];
  default_model: ModelRef;
  /** The keyring for entered keys: `none` and `plain` mean that there is no keyring. */
  keyring: "system" | "plain" | "none";
  /** True where the file of the keys could not be read: they have to be entered again. */
  keys_unreadable: boolean;
}

export interface TestResult {
  ok: boolean;
  message: Sentence;
  hint?: Sentence;
}

/** A server of models on this computer. */
export interface LocalServer {
  name: "Ollama" | "LM Studio" | "llama.cpp";
  type: "ollama" | "openai-compatible";
  base_url: string;
  /** The first few model ids. */
  models: string[];
  model_count: number;
}

/** A new provider, or another type or address for an existing one. Other values of its entry stay. */
export interface ProviderEdit {
  id: string;
  type: ProviderType;
  /** Null for the usual address of its type. */
  base_url: string | null;
  create: boolean;
}

/** The settings of a model; null takes a value out, so that the known one applies again. */
export interface ModelEdit {
  provider_id: string;
  model_id: string;
  context_limit?: number | null | undefined;
  max_output?: number | null | undefined;
  price?: { [K in keyof ModelPrice]: ModelPrice[K] | undefined } | null | undefined;
  small?: boolean | null | undefined;
  /** The kinds of file that the model reads, all of them. */
  reads?: ReadableKind[] | null | undefined;
  /** Whether the model takes tools. */
  tools?: boolean | null | undefined;
  begins_thinking?: boolean | null | undefined;
  thinking?: ThinkingLevel[] | null | undefined;
  default_thinking?: ThinkingLevel | null | undefined;
  compaction?: Partial<Record<CompactionName, number | boolean | null>> | undefined;
}

/** A key for the provider's present address, and no other. */
export interface KeyEntry {
  provider_id: string;
  key: string;
  keep: Keeping;
}

/** Allows the variable that `settings.json` names to go to this address, now and later. Both as the user saw them. */
export interface VariableConfirmation {
  provider_id: string;
  variable: string;
  origin: string;
}
