/** The settings that a window may see and change: never a provider's, and nothing that leads a key elsewhere. */

import type { Language } from "./language";
import type { Sentence } from "./sentence";

/** A mistake in `settings.json`: its place, and what to do. The rest of the file still applies. */
export interface SettingsProblem {
  path: string;
  message: Sentence;
}

/** CP-8, with CP-9's switch and PR-1's fills. Each name may be set for all models and for one. */
export interface CompactionSettings {
  /** False: a conversation is summarised only when its user asks (CP-2). */
  auto: boolean;
  /** Tokens that stay free in the window, at most (CP-1). */
  reserve_tokens: number;
  /** Turns that a summary leaves as they are (CP-4). */
  tail_turns: number;
  /** The part of the usable window that these turns may fill, 0 to 1. */
  tail_budget_pct: number;
  /** Turns between two summaries, at least. */
  min_turns_between: number;
  /** How often a passing failure of the summariser is tried again (CP-6). */
  retry_on_transient: number;
  /** How long these attempts may hold up a turn. */
  retry_block_ms: number;
  /** The ways to summarise a history that is larger than the summariser's window (CP-6). */
  smart_recovery: { prune_tool_outputs: boolean; chunked_summarize: boolean; drop_middle: boolean };
  /** Prepares the next summary in the background after a long turn (CP-9). */
  prepare: boolean;
  /** The fill of the window, 0 to 1, from which large outputs of tools lose their middle (PR-1). */
  prune_at: number;
  /** The fill of the window, 0 to 1, from which they are left out (PR-1). */
  clear_at: number;
}

type Recovery = CompactionSettings["smart_recovery"];
/** The settings of compaction by their place below `compaction`, for all models and for one (CP-8). */
export type CompactionValues = Omit<CompactionSettings, "smart_recovery"> & {
  [Name in keyof Recovery as `smart_recovery.${Name}`]: Recovery[Name];
};
export type CompactionName = keyof CompactionValues;

export const COMPACTION_NAMES = [
  "auto",
  "reserve_tokens",
  "tail_turns",
  "tail_budget_pct",
  "min_turns_between",
  "prepare",
  "prune_at",
  "clear_at",
  "retry_on_transient",
  "retry_block_ms",
  "smart_recovery.prune_tool_outputs",
  "smart_recovery.chunked_summarize",
  "smart_recovery.drop_middle",
] as const satisfies readonly CompactionName[];

/** The largest value of each number; the smallest is 0. A 1 means all of a window. */
export const COMPACTION_MOST = {
  reserve_tokens: 100_000_000,
  tail_turns: 1000,
  tail_budget_pct: 1,
  min_turns_between: 1000,
  prune_at: 1,
  clear_at: 1,
  retry_on_transient: 100,
  retry_block_ms: 86_400_000,
} as const satisfies Partial<Record<CompactionName, number>>;

type CompactionSettingValues = {
  [Name in CompactionName as `compaction.${Name}`]: CompactionValues[Name];
};

/** Keys that the system listens to while another program is in front: nobody may lose a plain letter to them. */
export const SYSTEM_KEY =
  /^(?=.*(?:\$mod|Control|Alt|Meta)\+)(?:(?:\$mod|Control|Alt|Shift|Meta)\+)+(?:Key[A-Z]|Digit\d|F(?:[1-9]|1\d|2[0-4])|Space|Comma|Slash|Arrow(?:Up|Down|Left|Right))$/;

/** Values by their place in `settings.json`. Main has their ranges and defaults (`settings-schema.ts`). */
export interface SettingValues extends CompactionSettingValues {
  "appearance.theme": "system" | "light" | "dark";
  "appearance.language": "system" | Language;
  /** Pixels of the body text. */
  "appearance.font_size": number;
  "window.notifications": boolean;
  "window.notification_content": boolean;
  "window.tray": boolean;
  "window.keep_awake": boolean;
  "window.spellcheck": boolean;
  /** The key that opens the quick window from any program, e.g. `$mod+Shift+Space`; null for none. */
  "window.quick_window": string | null;
  "run.max_steps": number;
  "run.token_budget": number | null;
  "run.max_retries": number;
  "run.max_retry_wait_ms": number;
  "run.first_chunk_timeout_ms": number;
  "run.stall_timeout_ms": number;
  "run.precompact_tokens": number;
  "recorder.save_on": "chunk" | "step" | "turn";
  "recorder.event_log": boolean;
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
  "window.keep_awake",
  "window.spellcheck",
  "window.quick_window",
  "run.max_steps",
  "run.token_budget",
  "run.max_retries",
  "run.max_retry_wait_ms",
  "run.first_chunk_timeout_ms",
  "run.stall_timeout_ms",
  "run.precompact_tokens",
  "recorder.save_on",
  "recorder.event_log",
  ...COMPACTION_NAMES.map((name) => `compaction.${name}` as const),
] as const satisfies readonly SettingPath[];
