/** The user's settings of providers, under the names of `settings.json`. */
import type { ReadableKind } from "../../../src-preload/contract/domain/attachments";
import type { ModelPrice, ModelRef, ThinkingLevel } from "../../../src-preload/contract/domain/models";
import type { CompactionSettings } from "../../../src-preload/contract/domain/settings";

export interface ModelEntry {
  id: string;
  /** Tokens. */
  context_limit?: number;
  max_output?: number;
  price?: ModelPrice;
  small?: boolean;
  /** Thinking levels; an empty list means that the model takes none. */
  thinking?: ThinkingLevel[];
  /** The level of a message for which its user chose none (MS-1); absent: the model decides. */
  default_thinking?: ThinkingLevel;
  /** The kinds of file that it reads; an empty list means none. Absent: the provider or the catalogue says it. */
  reads?: ReadableKind[];
  /** False for a model that takes no tools: it is sent none. */
  tools?: boolean;
  /** True for a model whose answers begin with its thoughts and have only the closing `</think>`: the opening tag is in its prompt. */
  begins_thinking?: boolean;
  /** CP-8: what it has of its own, nested as in the file. */
  compaction?: object;
}

export interface ProviderEntry {
  id: string;
  type: "openai" | "anthropic" | "google" | "openai-compatible" | "ollama" | "builtin";
  base_url?: string;
  /** The interface of OpenAI that an `openai` provider speaks; absent for the usual one of its address. */
  api?: "responses" | "chat";
  /** The name of the environment variable that holds the key. */
  api_key_env?: string;
  /** Empty where any model id may be asked for. */
  models: ModelEntry[];
}

export interface ModelsSettings {
  /** The same array until the settings change. */
  providers(): ProviderEntry[];
  /** Ids of providers that a mistake left out: nothing else may take their place. */
  left_out_providers(): string[];
  default_model(): ModelRef | undefined;
  /** CP-8, merged for this model. */
  compaction(model: ModelRef): Pick<CompactionSettings, "reserve_tokens" | "auto">;
  /** RN-2 */
  workspace_model(workspace_root: string): ModelRef | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;
