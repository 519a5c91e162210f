/** Knows which session runs, in which state, and how to stop it. The one place that grants a run (RN-1) and owns its AbortController. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionStatus } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { Clock } from "../ports/clock";
import { say } from "../say";
import type { TurnEvents } from "./turn-events";

/** The right to run a session. One turn holds it at a time, and gives it back once. */
export interface RunClaim {
  readonly session_id: SessionId;
  readonly signal: AbortSignal;
  /** Epoch ms. */
  readonly started_at: number;
}

interface Running {
  claim: RunClaim;
  controller: AbortController;
  ended: Promise<void>;
  markEnded: () => void;
}

/** The reason of a run that ends because the app closes. */
export const HOST_CLOSING = new BraidError("RUN_ABORTED", "Braid was closed before the answer was complete.");

/** The reason of a helper's run that ends with the session that it works for (AB-3). */
export const PARENT_STOPPED = new BraidError(
  "RUN_ABORTED",
  "The session that this one worked for was stopped.",
);

/** The reason of work that its user cancelled, while the run goes on. */
export const WORK_CANCELLED = new BraidError("RUN_ABORTED", say("compaction.cancelled"));

const STOPPED = new BraidError("RUN_ABORTED", "Stopped.");

const IDLE: SessionStatus = { state: "idle" };

export class RunState {
  private readonly running = new Map<SessionId, Running>();
  private readonly statuses = new Map<SessionId, SessionStatus>();
  /** Sessions whose last run has ended, and whose new status nobody has been told yet. */
  private readonly untold = new Set<SessionId>();

  private readonly work = new Map<SessionId, AbortController>();

  /** The sessions whose running turn is a call of another session (AG-2), with that one. */
  private readonly askers = new Map<SessionId, SessionId>();

  private closing = false;

  constructor(
    private readonly clock: Clock,
    private readonly events: TurnEvents,
  ) {}

  status(session_id: SessionId): SessionStatus {
    return this.statuses.get(session_id) ?? IDLE;
  }

  /** The session that this one works for now, as its helper. A helper with which its user goes on alone works for none. */
  askerOf(session_id: SessionId): SessionId | undefined {
    return this.askers.get(session_id);
  }

  /** Called before the turn begins. Returns what ends it. */
  beginHelp(session_id: SessionId, asker: SessionId): () => void {
    this.askers.set(session_id, asker);
    return () => void this.askers.delete(session_id);
  }

  /** The sessions that wait since a restart: no turn of theirs runs. */
  leftWaiting(): SessionId[] {
    const waiting = [...this.statuses].filter(
      ([id, { state }]) => state === "waiting" && !this.isRunning(id),
    );
    return waiting.map(([id]) => id);
  }

  /** True while no session runs. */
  get isIdle(): boolean {
    return this.running.size === 0;
  }

  isRunning(session_id: SessionId): boolean {
    return this.running.has(session_id);
  }

  /** Atomic: of two racing callers one gets the claim. @throws BraidError `SESSION_BUSY`, `RUN_ABORTED` while closing */
  claim(session_id: SessionId): RunClaim {
    // A run that began now would write to a store that is about to close.
    if (this.closing) {
      throw new BraidError("RUN_ABORTED", say("closing.message"), { hint: say("closing.hint") });
    }
    if (this.running.has(session_id)) {
      throw new BraidError("SESSION_BUSY", say("session.busy.message"), {
        hint: say("session.busy.hint"),
      });
    }
    const controller = new AbortController();
    const claim = { session_id, signal: controller.signal, started_at: this.clock.now() };
    let markEnded = () => {};
    const ended = new Promise<void>((resolve) => {
      markEnded = resolve;
    });
    this.running.set(session_id, { claim, controller, ended, markEnded });
    return claim;
  }

  /** Keeps the new status and tells it. Apart from `claim`, so that nothing is told of a run that could not begin. */
  setStatus(session_id: SessionId, status: SessionStatus): void {
    this.keep(session_id, status);
    this.untold.delete(session_id);
    this.events.emit({ type: "status", session_id, status });
  }

  /**
   * Gives the session back and keeps its new status, which `tellEnd` tells later. Without `status` the session stays as it was before the
   * claim.
   */
  release(claim: RunClaim, status?: SessionStatus): void {
    const { session_id } = claim;
    const running = this.running.get(session_id);
    if (running?.claim !== claim) return;
    this.running.delete(session_id);
    if (status !== undefined) {
      this.keep(session_id, status);
      this.untold.add(session_id);
    }
    running.markEnded();
  }

  /** Tells the status after the last run, unless the next run has begun already: no window sees the session idle between two (QU-1). */
  tellEnd(session_id: SessionId): void {
    if (this.untold.delete(session_id) && !this.isRunning(session_id))
      this.events.emit({ type: "status", session_id, status: this.status(session_id) });
  }

  private keep(session_id: SessionId, status: SessionStatus): void {
    if (status.state === "idle") this.statuses.delete(session_id);
    else this.statuses.set(session_id, status);
  }

  /** Asks the run to stop; it has stopped when `ended` resolves. @throws BraidError `SESSION_NOT_RUNNING` (RN-1). */
  abort(session_id: SessionId, reason = STOPPED): void {
    const running = this.running.get(session_id);
    if (running === undefined) {
      throw new BraidError("SESSION_NOT_RUNNING", say("session.not-running"));
    }
    running.controller.abort(reason);
  }

  /**
   * Begins work of a run that its user may cancel by itself, such as a summary. The signal aborts with the run, or by `cancelWork`. The
   * caller calls `end` when the work is over.
   */
  beginWork({ session_id, signal }: RunClaim): { signal: AbortSignal; end: () => void } {
    const controller = new AbortController();
    this.work.set(session_id, controller);
    const end = () => {
      if (this.work.get(session_id) === controller) this.work.delete(session_id);
    };
    return { signal: AbortSignal.any([signal, controller.signal]), end };
  }

  /** @throws BraidError `SESSION_NOT_RUNNING` where nothing can be cancelled by itself. */
  cancelWork(session_id: SessionId): void {
    const controller = this.work.get(session_id);
    if (controller === undefined) throw new BraidError("SESSION_NOT_RUNNING", say("session.not-running"));
    controller.abort(WORK_CANCELLED);
  }

  /**
   * Ends every run and lets none begin, because the app is closing. Answers keep what has come and read as interrupted, as after a crash.
   */
  interruptAll(): void {
    this.closing = true;
    for (const { controller } of this.running.values()) controller.abort(HOST_CLOSING);
  }

  /** Resolves when the session's run is over; without an id, when all runs are. */
  async ended(session_id?: SessionId): Promise<void> {
    const runs = session_id === undefined ? [...this.running.values()] : [this.running.get(session_id)];
    await Promise.all(runs.map((run) => run?.ended));
  }

  /** Resolves when nothing runs any more, however many runs begin meanwhile. */
  async whenIdle(): Promise<void> {
    while (!this.isIdle) await this.ended();
  }

  /** Drops the status of an idle session (SE-3). A session that waits for an answer is not idle (ST-1). */
  forget(session_id: SessionId): void {
    if (this.running.has(session_id) || this.status(session_id).state === "waiting") return;
    this.statuses.delete(session_id);
  }
}
