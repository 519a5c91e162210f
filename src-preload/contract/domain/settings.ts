/** The settings that a window may see and change: never a provider's, and nothing that leads a key elsewhere. */

import type { Language } from "./language";
import type { Sentence } from "./sentence";

/** A mistake in `settings.json`: its place, and what to do. The rest of the file still applies. */
export interface SettingsProblem {
  path: string;
  message: Sentence;
}

/** Values by their place in `settings.json`. Main has their ranges and defaults (`settings-schema.ts`). */
export interface SettingValues {
  "appearance.theme": "system" | "light" | "dark";
  "appearance.language": "system" | Language;
  /** Pixels of the body text. */
  "appearance.font_size": number;
  "window.notifications": boolean;
  "window.notification_content": boolean;
  "window.tray": boolean;
  "window.spellcheck": boolean;
  "run.max_steps": number;
  "run.token_budget": number | null;
  "run.max_retries": number;
  "run.max_retry_wait_ms": number;
  "run.first_chunk_timeout_ms": number;
  "run.stall_timeout_ms": number;
  "recorder.save_on": "chunk" | "step" | "turn";
}

export type SettingPath = keyof SettingValues;

export interface SettingsView {
  values: SettingValues;
  /** The mistakes of the whole file. */
  problems: SettingsProblem[];
  /** The path of the file, even if it does not exist. */
  file: string;
}

export const SETTING_PATHS = [
  "appearance.theme",
  "appearance.language",
  "appearance.font_size",
  "window.notifications",
  "window.notification_content",
  "window.tray",
  "window.spellcheck",
  "run.max_steps",
  "run.token_budget",
  "run.max_retries",
  "run.max_retry_wait_ms",
  "run.first_chunk_timeout_ms",
  "run.stall_timeout_ms",
  "recorder.save_on",
] as const satisfies readonly SettingPath[];
