/** The core's port to the models: which there are, and one to call (the SDK's language-model interface, nothing else). */

import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { ModelChoice, ModelRef } from "../../../src-preload/contract/domain/models";

export interface ResolvedModel {
  ref: ModelRef;
  language_model: LanguageModelV3;
  /** Tokens; absent where nobody said. */
  context_limit?: number;
  max_output?: number;
}

export interface Models {
  choices(): ModelChoice[];
  /** RN-2: of this folder's sessions where the settings name one, else of all. */
  default_model(workspace_root?: string): ModelRef;
  /** The cheap model of the same provider, for titles and the like; where it has none, the model itself, without its thinking level. */
  small(beside: ModelRef): ModelRef;
  /** @throws BraidError `MODEL_NOT_FOUND` or `PROVIDER_AUTH` (a key is missing), each with what to do. */
  resolve(ref: ModelRef): ResolvedModel;
}
