/** Every setting of the dialog, its page, and its kind of control. The words are in the `settings.json` of the locales. */

import { LANGUAGES } from "../../../src-preload/contract/domain/language";
import type { SettingPath, SettingValues } from "../../../src-preload/contract/domain/settings";
import type { SettingsPage } from "../dialogs";

type PathsOf<Value> = { [P in SettingPath]: SettingValues[P] extends Value ? P : never }[SettingPath];

export type Setting = { page: SettingsPage } & (
  | { kind: "switch"; path: PathsOf<boolean> }
  | { kind: "choice"; path: PathsOf<string>; options: readonly string[] }
  /** `unit` is the file's value for a shown 1, e.g. 1000 for seconds kept as milliseconds; `%` shows a part of 1 as a percentage. */
  | { kind: "number"; path: PathsOf<number | null>; unit?: number | "%"; optional?: true }
  | { kind: "size"; path: "appearance.font_size" }
  | { kind: "keys"; path: "window.quick_window" }
);

export const SETTINGS: readonly Setting[] = [
  { page: "general", kind: "choice", path: "appearance.language", options: ["system", ...LANGUAGES] },
  { page: "general", kind: "switch", path: "window.notifications" },
  { page: "general", kind: "switch", path: "window.notification_content" },
  { page: "general", kind: "switch", path: "window.tray" },
  { page: "general", kind: "switch", path: "window.keep_awake" },
  { page: "general", kind: "switch", path: "window.spellcheck" },
  { page: "general", kind: "keys", path: "window.quick_window" },
  { page: "appearance", kind: "choice", path: "appearance.theme", options: ["system", "light", "dark"] },
  { page: "appearance", kind: "size", path: "appearance.font_size" },
  { page: "answers", kind: "number", path: "run.max_steps" },
  { page: "answers", kind: "number", path: "run.token_budget", optional: true },
  { page: "answers", kind: "number", path: "run.max_retries" },
  { page: "answers", kind: "number", path: "run.max_retry_wait_ms", unit: 1000 },
  { page: "answers", kind: "number", path: "run.first_chunk_timeout_ms", unit: 1000 },
  { page: "answers", kind: "number", path: "run.stall_timeout_ms", unit: 1000 },
  { page: "answers", kind: "number", path: "run.precompact_tokens" },
  { page: "answers", kind: "choice", path: "recorder.save_on", options: ["chunk", "step", "turn"] },
  { page: "answers", kind: "switch", path: "recorder.event_log" },
  { page: "compaction", kind: "switch", path: "compaction.auto" },
  { page: "compaction", kind: "number", path: "compaction.reserve_tokens" },
  { page: "compaction", kind: "number", path: "compaction.tail_turns" },
  { page: "compaction", kind: "number", path: "compaction.tail_budget_pct", unit: "%" },
  { page: "compaction", kind: "number", path: "compaction.min_turns_between" },
  { page: "compaction", kind: "switch", path: "compaction.prepare" },
  { page: "compaction", kind: "number", path: "compaction.prune_at", unit: "%" },
  { page: "compaction", kind: "number", path: "compaction.clear_at", unit: "%" },
  { page: "compaction", kind: "number", path: "compaction.retry_on_transient" },
  { page: "compaction", kind: "number", path: "compaction.retry_block_ms", unit: 1000 },
  { page: "compaction", kind: "switch", path: "compaction.smart_recovery.prune_tool_outputs" },
  { page: "compaction", kind: "switch", path: "compaction.smart_recovery.chunked_summarize" },
  { page: "compaction", kind: "switch", path: "compaction.smart_recovery.drop_middle" },
];

export const settingsOf = (page: SettingsPage): readonly Setting[] =>
  SETTINGS.filter((setting) => setting.page === page);
