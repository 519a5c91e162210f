/** The user's hooks (AG-5): commands of `settings.json` that hear of what happens, and may be asked. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";

export const HOOK_EVENTS = [
  "session_create",
  "session_delete",
  "session_save",
  "message.user",
  "tool.before",
  "tool.after",
  "compaction",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

export interface HookSetting {
  on: HookEvent;
  /** A command for the shell. */
  run: string;
  timeout_ms: number;
}

/** The facts of an event. A hook reads them as JSON, with the event's name in `event`. */
export type HookFacts = { session_id: SessionId } & Record<string, unknown>;

/** The answer of a hook: the object on its last line of output, as far as it is known. */
export interface HookAnswer {
  /** `tool.before`: why the call must not run. */
  deny?: string;
  /** `session_save`: what the answer has cost (TK-4). */
  cost_usd?: number;
}

export interface Hooks {
  /** Returns true if a hook wants to hear of an event: only then its facts are worth reading from the disk. */
  hears(event: HookEvent): boolean;
  /** Runs the hooks of an event beside everything, one after the other in the order of the events. `take` hears each answer. Never throws. */
  tell(event: HookEvent, facts: HookFacts, take?: (answer: HookAnswer) => void): void;
  /** Runs the hooks of an event now, and resolves to their answers. A hook that fails has none. @throws the signal's reason, once it aborts */
  ask(event: HookEvent, facts: HookFacts, signal: AbortSignal): Promise<HookAnswer[]>;
}
