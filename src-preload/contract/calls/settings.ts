/** The settings that a window shows and may change: never a provider's, never anything that leads a key elsewhere. */
import { z } from "zod";
import { none } from "../fields";
import type { Language } from "../language";
import type { SettingsProblem } from "../types";

/** By their place in `settings.json`; ranges and defaults are main's (`settings-schema.ts`). */
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
  /** Of the whole file. */
  problems: SettingsProblem[];
  /** Where the file is, or would be. */
  file: string;
}

export interface SettingsOutputs {
  "settings.read": SettingsView;
  /** As it stands after the change. */
  "settings.change": SettingsView;
  "settings.open_file": undefined;
  "settings.show_file": undefined;
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

export const settingsSchemas = {
  "settings.read": none,
  /** Refused where the value is none for that path, and while the file is not JSON: it is its user's to mend. */
  "settings.change": z.strictObject({
    path: z.enum(SETTING_PATHS),
    value: z.union([z.string().max(100), z.number(), z.boolean(), z.null()]),
  }),
  /** In the editor of the system; a file that does not exist is made first. */
  "settings.open_file": none,
  /** In the file manager of the system. */
  "settings.show_file": none,
} as const;
