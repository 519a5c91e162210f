/** The settings the core and the models read; names are those of `settings.json`. */

import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { CompactionSettings } from "../../../src-preload/contract/domain/settings";

export type { CompactionSettings };

export interface RunSettings {
  max_steps: number;
  /** Tokens a turn may use; null is off (RN-3). */
  token_budget: number | null;
  max_retries: number;
  max_retry_wait_ms: number;
  first_chunk_timeout_ms: number;
  stall_timeout_ms: number;
  /** Tokens of an output of a tool from which on it is summarised (RN-6); 0 is never. */
  precompact_tokens: number;
}

export interface RecorderSettings {
  /** `step` and `turn` publish before they save: a crash loses up to a step, or a turn (SV-2). */
  save_on: "chunk" | "step" | "turn";
  save_buffer_ms: number;
  /** Bytes. */
  save_buffer_size: number;
}

/** Read at each turn's start, so that a change applies to the next turn. */
export interface SettingsSource {
  run(): RunSettings;
  recorder(): RecorderSettings;
  /** The model's own values, and for the rest those of all models. */
  compaction(model: ModelRef): CompactionSettings;
}
