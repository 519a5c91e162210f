/**
 * Prepares the next summary of a session beside everything else (CP-9), where the settings say so: after a turn that has filled most of
 * the window. Nobody waits for it, and only the log hears of a failure.
 */

import { usableOf } from "../../../src-preload/contract/domain/context";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Feeds } from "../feed/feeds";
import { prepare } from "../run/later";
import type { TurnDeps } from "../run/turn-context";
import { modelOfTurn } from "./model-of-turn";

/** The share of the usable window from which on a summary will soon be due. */
const NEARLY_FULL = 0.75;

/** The reason to abort. */
const NOT_NOW = new Error("The session goes on.");

export class Preparing {
  private readonly making = new Map<SessionId, { controller: AbortController; done: Promise<void> }>();
  private closed = false;

  constructor(
    private readonly deps: TurnDeps,
    private readonly feeds: Feeds,
  ) {}

  /** After a turn. Never throws. */
  consider(session_id: SessionId): void {
    if (this.closed || this.making.has(session_id)) return;
    const controller = new AbortController();
    const done = this.make(session_id, controller.signal)
      .catch(() => {})
      .finally(() => this.making.delete(session_id));
    this.making.set(session_id, { controller, done });
  }

  /** Gives up: the next turn has begun. */
  drop(session_id: SessionId): void {
    this.making.get(session_id)?.controller.abort(NOT_NOW);
  }

  /** Resolves when nothing touches the store any more. */
  async close(): Promise<void> {
    this.closed = true;
    const all = [...this.making];
    for (const [session_id] of all) this.drop(session_id);
    await Promise.all(all.map(([, { done }]) => done));
  }

  private async make(session_id: SessionId, signal: AbortSignal): Promise<void> {
    const { store, models, settings } = this.deps;
    const view = store.session(session_id);
    if (view === undefined) return;
    const model = modelOfTurn(models, view.session, undefined);
    const { auto, prepare: wanted, reserve_tokens } = settings.compaction(model);
    const { context_limit, max_output } = models.resolve(model);
    const tokens = view.billing.context_tokens;
    if (!auto || !wanted || context_limit === undefined || tokens === null) return;
    if (tokens < usableOf({ context_limit, max_output, reserve_tokens }) * NEARLY_FULL) return;
    const feed = this.feeds.of(session_id);
    await prepare(this.deps, { session_id, feed, model, auto: true, tokens, signal, onPart: () => {} });
  }
}
