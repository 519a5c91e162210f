/** Knows from the app's news which sessions run: a run outlives the last window (LY-3). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { AppEvent } from "../../../src-preload/contract/window/bridge";

export class RunningSessions {
  readonly #running = new Set<SessionId>();
  #onIdle: (() => void) | undefined;

  /** @param worksFor the session that this one works for now as a helper (AG-2) */
  constructor(private readonly worksFor: (session_id: SessionId) => SessionId | undefined) {}

  take(event: AppEvent): void {
    if (event.type !== "status-changed") return;
    const { state } = event.status;
    // A session that waits for its user's answer does nothing meanwhile, and keeps the question.
    if (state === "busy" || state === "retrying") this.#running.add(event.session_id);
    else this.#running.delete(event.session_id);
    // The session may go on at once with a message of its queue (QU-1), which begins before `setImmediate` fires.
    if (this.isIdle) setImmediate(() => this.isIdle && this.#onIdle?.());
  }

  /** The running sessions as their user counts them: without the helpers of another one that runs. */
  get ids(): SessionId[] {
    return [...this.#running].filter((session_id) => {
      const asker = this.worksFor(session_id);
      return asker === undefined || !this.#running.has(asker);
    });
  }

  /** True while nothing runs, helpers included. */
  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Called each time the last run ends, until replaced. */
  whenIdle(action: (() => void) | undefined): void {
    this.#onIdle = action;
  }
}
