/** The core's port to the models: which there are, and one to call (the SDK's language-model interface, nothing else). */

import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ReadableKind } from "../../../src-preload/contract/domain/attachments";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";

export interface ResolvedModel {
  ref: ModelRef;
  language_model: LanguageModelV3;
  /** Tokens; absent where neither the settings nor a provider state a limit. */
  context_limit?: number;
  max_output?: number;
  /** This computer, or another one of the user's network, serves the model: slowly, and one question at a time. Answers are waited for longer. */
  nearby?: true;
  /** The model takes levels of thinking, and may think unasked: its longest answer has to hold its thoughts as well. */
  thinks?: true;
  /** The kinds of file that it reads; absent where it reads none. */
  reads?: readonly ReadableKind[];
  /** False for a model that takes no tools. */
  tools?: false;
  /** The numbers of its usage are no tokens: the built-in guide counts words. */
  counts_words?: true;
}

export interface Models {
  choices(): ModelChoice[];
  /** RN-2: the model that the settings name for this folder, else the one for all. */
  default_model(workspace_root?: string): ModelRef;
  /** MS-1: this model with its default thinking level, whatever level is asked for. */
  with_default_level(ref: ModelRef): ModelRef;
  /**
   * The models for titles and summaries beside this one: the cheap model of its provider, if there is one that has not refused, then the
   * model itself. Each with the least thinking that it can be asked for.
   */
  side_models(beside: ModelRef): ModelRef[];
  /** A model has refused for good what another one answered: `side_models` offers it as the cheap one no more while the app runs. */
  note_refusal(ref: ModelRef): void;
  /** @throws BraidError `MODEL_NOT_FOUND` or `PROVIDER_AUTH` (a key is missing), each with what to do. */
  resolve(ref: ModelRef): ResolvedModel;
}
