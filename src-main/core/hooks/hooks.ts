/**
 * Runs the user's hooks (AG-5). Only `settings.json` in the data folder names them: a folder that was opened could otherwise run commands. A
 * hook that fails or hangs is reported, and everything goes on as if there were none.
 */

import type { ErrorInfo } from "../../../src-preload/contract/domain/errors";
import { toErrorInfo } from "../braid-error";
import type { HookAnswer, HookEvent, HookFacts, HookSetting, Hooks } from "../ports/hooks";
import { Slots } from "../slots";
import { hookFailed } from "./hook-failed";

export interface HooksDeps {
  /** The hooks as the settings name them now. */
  configured(): readonly HookSetting[];
  /** The folder in which hooks run, and where Braid notes them: never one that was opened. */
  data_dir: string;
  /** The user's home. */
  home: string;
  /** Milliseconds that the end of the app waits for hooks that run; absent: three seconds. */
  last_ms?: number;
  /** Hears of every failure; `is_first` where the same hook did not fail the last time. */
  onFailure(failure: { event: HookEvent; error: ErrorInfo; is_first: boolean }): void;
}

/** A hook that hangs must not gather events without end. */
const MOST_WAITING = 200;
const MOST_AT_ONCE = 4;
/** Less than the app gives to all of its end: the store is closed behind the hooks. */
const LAST_MS = 3000;

export class RunningHooks implements Hooks {
  readonly #slots = new Slots(MOST_AT_ONCE);
  readonly #ending = new AbortController();
  /** The hooks that failed the last time, by event and command. */
  readonly #failing = new Set<string>();
  #told: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(private readonly deps: HooksDeps) {}

  hears(event: HookEvent): boolean {
    return this.#of(event).length > 0;
  }

  tell(event: HookEvent, facts: HookFacts, take: (answer: HookAnswer) => void = () => {}): void {
    const hooks = this.#of(event);
    if (hooks.length === 0) return;
    if (this.#waiting >= MOST_WAITING)
      return this.#failed(event, `${event} waits`, hookFailed(event, "behind"));
    this.#waiting += 1;
    this.#told = this.#told
      .then(async () => {
        for (const answer of await this.#run(hooks, facts, this.#ending.signal)) take(answer);
      })
      // The app ends, or the store has failed under an answer: whoever writes next hears of that.
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  async ask(event: HookEvent, facts: HookFacts, signal: AbortSignal): Promise<HookAnswer[]> {
    const hooks = this.#of(event);
    if (hooks.length === 0) return [];
    const both = AbortSignal.any([signal, this.#ending.signal]);
    return await this.#slots.run(both, () => this.#run(hooks, facts, both));
  }

  /** Gives the hooks that still run a moment, then ends them. Resolves when none runs any more. */
  async close(): Promise<void> {
    const { last_ms = LAST_MS } = this.deps;
    const timer = setTimeout(() => this.#ending.abort(new Error("Braid ends.")), last_ms);
    await this.#told;
    clearTimeout(timer);
  }

  #failed(event: HookEvent, name: string, error: unknown): void {
    const is_first = !this.#failing.has(name);
    this.#failing.add(name);
    this.deps.onFailure({ event, error: toErrorInfo(error), is_first });
  }

  #of(event: HookEvent): HookSetting[] {
    return this.deps.configured().filter(({ on }) => on === event);
  }

  /** @throws the signal's reason, once it aborts */
  async #run(hooks: readonly HookSetting[], facts: HookFacts, signal: AbortSignal): Promise<HookAnswer[]> {
    const { runHook } = await import("./run-hook");
    const answers: HookAnswer[] = [];
    for (const hook of hooks) {
      signal.throwIfAborted();
      const name = `${hook.on} ${hook.run}`;
      try {
        answers.push(await runHook(hook, facts, { ...this.deps, signal }));
        this.#failing.delete(name);
      } catch (error) {
        signal.throwIfAborted();
        this.#failed(hook.on, name, error);
      }
    }
    return answers;
  }
}
