/**
 * The commands that run in the background, of all sessions. A command ends by itself, by its user, with the answer that has started it if
 * that is stopped, with its session, or with Braid.
 */
import type { BackgroundRun } from "../../../src-preload/contract/domain/background-runs";
import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Emitter } from "../emitter";
import type { BackgroundRunList, StartedRun } from "../ports/background-runs";
import type { Clock } from "../ports/clock";
import type { TurnEvents } from "../run/turn-events";

/** Commands of one session at once. */
const MOST_AT_ONCE = 8;

interface Entry extends BackgroundRun {
  run: StartedRun;
  /** The answer that has started it is still being written. */
  isNew: boolean;
}

export class BackgroundRuns implements BackgroundRunList {
  /** In the order of their starts. */
  readonly #entries = new Map<string, Entry>();
  #count = 0;

  constructor(
    private readonly clock: Clock,
    private readonly events: Pick<Emitter<CoreEvent>, "emit" | "on">,
    turnEvents: TurnEvents,
    /** A helper's session is nobody's: what it has started ends with its work. */
    private readonly isHelper: (session_id: SessionId) => boolean,
  ) {
    turnEvents.on((event) => {
      if (event.type === "ended") this.#afterTurn(event.session_id, event.ending === "stopped");
    });
    events.on((event) => {
      if (event.type !== "sessions-removed" || this.#entries.size === 0) return;
      for (const session_id of event.session_ids) void this.#end(this.#of(session_id));
    });
  }

  add(run: StartedRun): string {
    const { session_id, command } = run;
    if (this.#of(session_id).length >= MOST_AT_ONCE)
      throw new Error(
        `${MOST_AT_ONCE} commands run in the background of this session already. Wait until one of them has ended.`,
      );
    this.#count += 1;
    const id = `b${this.#count}`;
    this.#entries.set(id, { id, command, started_at: this.clock.now(), run, isNew: true });
    this.#tell(session_id);
    void run.ended.then(() => {
      this.#entries.delete(id);
      this.#tell(session_id);
    });
    return id;
  }

  list(session_id: SessionId): BackgroundRun[] {
    return this.#of(session_id).map(({ id, command, started_at }) => ({ id, command, started_at }));
  }

  /** Resolves when nothing of the command is left. */
  async stop(session_id: SessionId, id: string): Promise<undefined> {
    await this.#end(this.#of(session_id).filter((entry) => entry.id === id));
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    await this.#end([...this.#entries.values()]);
  }

  #of(session_id: SessionId): Entry[] {
    return [...this.#entries.values()].filter(({ run }) => run.session_id === session_id);
  }

  /** Z-3: nothing that a stopped answer has started runs on. */
  #afterTurn(session_id: SessionId, isStopped: boolean): void {
    const entries = this.#of(session_id);
    if (entries.length === 0) return;
    const left = this.isHelper(session_id) ? entries : entries.filter(({ isNew }) => isNew && isStopped);
    void this.#end(left);
    for (const entry of entries) entry.isNew = false;
  }

  async #end(entries: readonly Entry[]): Promise<void> {
    for (const { run } of entries) run.stop();
    await Promise.all(entries.map(({ run }) => run.ended));
  }

  #tell(session_id: SessionId): void {
    this.events.emit({ type: "background-runs-changed", session_id });
  }
}
