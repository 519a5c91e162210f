/** Compaction by hand (CP-2, CP-7): a summary in the place of earlier turns, which can be read, edited, written anew and undone. */

import { compactionOf } from "../../../src-preload/contract/domain/compaction";
import type { OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  CompactRequest,
  SessionRef,
  SummarisedRequest,
  SummaryRef,
} from "../../../src-preload/contract/domain/requests";
import { BraidError, toErrorInfo } from "../braid-error";
import type { CompactionTask } from "../run/compact";
import { statusAfter } from "../run/finalise";
import { compact, rewrite } from "../run/later";
import { WORK_CANCELLED } from "../run/run-state";
import type { TurnDeps } from "../run/turn-context";
import type { TurnEnding, TurnEvents } from "../run/turn-events";
import { say } from "../say";
import type { SessionNews } from "./news";
import { summaryWork } from "./summary-work";
import type { Claimed, Turns } from "./turns";

type Work = (task: CompactionTask) => Promise<unknown>;

export class Compactions {
  constructor(
    private readonly deps: TurnDeps,
    private readonly news: Pick<SessionNews, "read" | "announceMoved">,
    private readonly turns: Pick<Turns, "claimed">,
    private readonly events: TurnEvents,
  ) {}

  /** CP-2. Returns as soon as it has begun. @throws BraidError `SESSION_BUSY` */
  start({ session_id, focus }: CompactRequest): void {
    this.turns.claimed(session_id, (claimed) => {
      void this.work(claimed, (task) => compact(this.deps, { ...task, focus }));
    });
  }

  /**
   * BR-5: has the session's model summarise as much as another model's window asks for. Returns as soon as it has begun.
   * @throws BraidError `SESSION_BUSY`
   */
  fit({ session_id, reader }: SessionRef & { reader: ModelRef }): void {
    this.turns.claimed(session_id, (claimed) => {
      void this.work(claimed, (task) => compact(this.deps, { ...task, reader }));
    });
  }

  /** Writes another summary of the same turns. @throws BraidError `SESSION_BUSY`, `INVALID_INPUT` where it is not in force */
  again({ session_id, message_id, focus }: SummaryRef & CompactRequest): void {
    this.turns.claimed(session_id, (claimed) => {
      this.inForce({ session_id, message_id });
      void this.work(claimed, (task) => compact(this.deps, { ...task, focus, again: true }));
    });
  }

  /** Resolves when the user's words are stored. @throws BraidError `SESSION_BUSY`, `INVALID_INPUT` where the summary is not in force */
  async edit({ session_id, message_id, summary }: SummaryRef & { summary: string }): Promise<void> {
    const done = this.turns.claimed(session_id, (claimed) => {
      this.inForce({ session_id, message_id });
      return this.work(claimed, (task) => rewrite(this.deps, task, summary));
    });
    const failure = await done;
    if (failure !== undefined) throw failure;
  }

  /** Stops the summary alone: a turn that waits for it goes on. @throws BraidError `SESSION_NOT_RUNNING` */
  cancel({ session_id }: SessionRef): void {
    this.deps.state.cancelWork(session_id);
  }

  /** Brings the summarised turns back. @throws BraidError `SESSION_BUSY`, `INVALID_INPUT` where the summary is not in force */
  undo({ session_id, message_id }: SummaryRef): void {
    const { store, state, ids, clock } = this.deps;
    this.turns.claimed(session_id, ({ claim, feed }) => {
      store.undoCompaction({ session_id, message_id, op_id: ids.op(), now: clock.now() });
      state.release(claim, { state: "idle" });
      state.tellEnd(session_id);
      feed.publish({ type: "reset" });
    });
    this.news.announceMoved(session_id);
  }

  /** Undoes the compaction of an op (RW-7). @throws BraidError as `undo` */
  undoOf({ session_id, op_id }: SessionRef & { op_id: OpId }): void {
    const summary = this.standing(session_id);
    if (summary === undefined || compactionOf(summary)?.op_id !== op_id) throw gone();
    this.undo({ session_id, message_id: summary.id });
  }

  /** The messages that a summary stands for. @throws BraidError `MESSAGE_NOT_FOUND` */
  turnsOf({ session_id, message_id, ...page }: SummarisedRequest): MessagePage {
    this.news.read(session_id);
    const summary = this.deps.store.message(session_id, message_id);
    const compaction = summary && compactionOf(summary);
    if (compaction === undefined)
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    return this.deps.store.hiddenPage(compaction.op_id, page);
  }

  private standing(session_id: SessionId): StoredMessage | undefined {
    const [first] = this.deps.store.visibleMessages(session_id, { messages: 1 });
    return first !== undefined && compactionOf(first) !== undefined ? first : undefined;
  }

  private inForce({ session_id, message_id }: SummaryRef): void {
    if (this.standing(session_id)?.id !== message_id) throw gone();
  }

  /** Does work in a claimed session, and gives it back. Resolves with the failure; a cancelled summary is none. */
  private async work({ claim, feed }: Claimed, work: Work): Promise<unknown> {
    const { state } = this.deps;
    const { session_id } = claim;
    let { signal } = claim;
    let failure: unknown;
    try {
      await summaryWork(this.deps, this.news, claim, (task) => {
        signal = task.signal;
        return work({ session_id, feed, auto: false, ...task });
      });
    } catch (error) {
      failure = error;
    }
    const cancelled = signal.aborted;
    state.release(
      claim,
      cancelled || failure === undefined ? { state: "idle" } : statusAfter(toErrorInfo(failure)),
    );
    const ending: TurnEnding =
      signal.reason === WORK_CANCELLED || failure === undefined ? "well" : cancelled ? "stopped" : "failed";
    this.events.emit({ type: "work-ended", session_id, ending });
    state.tellEnd(session_id);
    return cancelled ? undefined : failure;
  }
}

const gone = (): BraidError =>
  new BraidError("INVALID_INPUT", say("compaction.gone.message"), { hint: say("compaction.gone.hint") });
