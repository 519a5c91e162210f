/**
 * Takes messages in. A message for a busy session waits, and is sent in its turn when the session goes idle (QU-1), also with no window
 * open. Only memory holds why a queue stands still: a queue that a process finds at its start stands still since the last process.
 */

import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  Queue,
  QueueChange,
  QueuedMessage,
  QueuedText,
  QueuePause,
  QueueRemoval,
} from "../../../src-preload/contract/domain/queue";
import type {
  QueuedRef,
  QueueEdit,
  SendRequest,
  Sent,
  SessionRef,
} from "../../../src-preload/contract/domain/requests";
import { BraidError, toErrorInfo } from "../braid-error";
import type { Feeds } from "../feed/feeds";
import type { QueuedWhole, QueueStore } from "../ports/queue-store";
import type { TurnDeps } from "../run/turn-context";
import type { TurnEnding } from "../run/turn-events";
import { say } from "../say";
import { checkedAttachments } from "./attachments";
import { draftKey } from "./drafts";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import { RemovedMessages } from "./removed-messages";
import { sessionBusy, type Turns } from "./turns";

type Queued = NonNullable<ReturnType<QueueStore["nextQueued"]>>;

export class SessionQueue {
  /** Why queues stand still. `undefined` says that a queue flows; a session without an entry stands still since the start. */
  private readonly pauses = new Map<SessionId, QueuePause | undefined>();
  private readonly removed = new RemovedMessages();

  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "ids" | "clock" | "models">,
    private readonly feeds: Feeds,
    private readonly news: SessionNews,
    private readonly turns: Turns,
  ) {}

  /** The queue as a snapshot has it. */
  of(session_id: SessionId): Queue {
    const items = this.deps.store.queue(session_id);
    const paused = items.length === 0 ? undefined : this.pauseOf(session_id);
    return { items, ...(paused === undefined ? {} : { paused }) };
  }

  /**
   * The one way in for a message (QU-1). An idle session answers it at once, even before a queue that stands still, for its user speaks
   * now. Otherwise the message waits. Returns when it is stored.
   * @throws BraidError `FORBIDDEN` where too much waits already, `SESSION_BUSY` for words that nobody attends
   */
  send(input: SendRequest, writer?: string): Sent {
    const { store, ids, clock } = this.deps;
    const { session_id, text, model } = input;
    const view = this.news.read(session_id);
    const draft = draftKey(input.draft, writer);
    const isEmpty = store.queueLength(session_id) === 0;
    const flows = !isEmpty && this.pauseOf(session_id) === undefined;
    if (!this.isBusy(session_id) && !flows) return { sent: this.turns.send(view, input, { draft }) };
    // Without a person at the sender nobody would see the message wait. The sender tries again (PM-3).
    if (input.attended === false) throw sessionBusy();
    const attachments = checkedAttachments(store, input.attachments);
    const queued = store.enqueue(
      { id: ids.queued(), session_id, text, model, attachments, now: clock.now() },
      { draft },
    );
    // A reason that held earlier messages back does not hold this one.
    if (isEmpty) this.setPause(session_id, undefined);
    this.publish(session_id, { kind: "put", item: queued });
    // The draft waits to be sent now.
    if (view.session.draft) this.news.announce(session_id);
    // The session may be idle, with a queue that flows: its first message goes now.
    this.sendNext(session_id);
    return { queued };
  }

  /** @throws BraidError `MESSAGE_NOT_FOUND` */
  read({ session_id, id }: QueuedRef): QueuedText {
    this.news.read(session_id);
    const queued = this.deps.store.queued(session_id, id);
    if (queued !== undefined) return queued;
    throw new BraidError("MESSAGE_NOT_FOUND", say("queue.gone.message"), { hint: say("queue.gone.hint") });
  }

  /** @throws BraidError `MESSAGE_NOT_FOUND` where it was sent or removed, `INVALID_INPUT` where its words have changed since `as_of` */
  edit(input: QueueEdit, writer?: string): QueuedMessage {
    const { session_id, id, text, model, as_of } = input;
    this.news.read(session_id);
    const { store, clock } = this.deps;
    const draft = draftKey(input.draft, writer);
    const attachments = input.attachments && checkedAttachments(store, input.attachments);
    const edit = { session_id, id, text, model, attachments, as_of, draft, now: clock.now() };
    const item = store.editQueued(edit);
    this.publish(session_id, { kind: "put", item });
    this.forgetProblem({ session_id, id });
    return item;
  }

  /** @throws BraidError `MESSAGE_NOT_FOUND` */
  remove({ session_id, id }: QueuedRef): QueueRemoval {
    const { text, model, attachments } = this.read({ session_id, id });
    this.deps.store.unqueue(session_id, id, this.deps.clock.now());
    const removal = this.keep(session_id, [{ id, text, model, attachments }]);
    this.publish(session_id, { kind: "removed", id });
    this.forgetProblem({ session_id, id });
    return removal;
  }

  clear({ session_id }: SessionRef): QueueRemoval {
    this.news.read(session_id);
    const messages = this.deps.store.wholeQueue(session_id);
    this.deps.store.clearQueue(session_id, this.deps.clock.now());
    const removal = this.keep(session_id, messages);
    this.publish(session_id, { kind: "cleared" });
    this.setPause(session_id, undefined);
    return removal;
  }

  /**
   * Puts removed messages back. The queue flows on only where the session is busy and the queue flowed before. @throws BraidError
   * `MESSAGE_NOT_FOUND`, `FORBIDDEN`
   */
  putBack({ session_id, removal: number }: SessionRef & { removal: number }): void {
    this.news.read(session_id);
    const { store, clock } = this.deps;
    const removal = this.removed.find(session_id, number);
    if (removal === undefined)
      throw new BraidError("MESSAGE_NOT_FOUND", say("queue.not-kept.message"), {
        hint: say("queue.not-kept.hint"),
      });
    const isEmpty = store.queueLength(session_id) === 0;
    const items = store.requeue(session_id, removal.messages, clock.now());
    this.removed.forget(number);
    this.publish(session_id, { kind: "put-back", items });
    const flows = this.isBusy(session_id) && !removal.paused;
    if (isEmpty) this.setPause(session_id, flows ? undefined : { why: "held" });
  }

  resume({ session_id }: SessionRef): void {
    this.news.read(session_id);
    this.setPause(session_id, undefined);
    this.sendNext(session_id);
  }

  /** Continues or pauses the queue after a turn. */
  afterTurn(session_id: SessionId, ending: TurnEnding): void {
    if (ending === "well") this.sendNext(session_id);
    else this.setPause(session_id, { why: ending });
  }

  /** Drops the pause of an idle session whose queue is empty (SE-3). Never throws: a timer calls. */
  forgetIdle(session_id: SessionId): void {
    try {
      if (this.deps.store.queueLength(session_id) === 0) this.pauses.delete(session_id);
    } catch {
      // The store cannot be read now. The next idle half hour tries again.
    }
  }

  /** The store holds other chats than before: their queues stand still since they were set aside. */
  forget(): void {
    this.pauses.clear();
  }

  /** Sends the first message, unless the queue is paused or the session busy. A failure pauses the queue. */
  private sendNext(session_id: SessionId): void {
    if (this.pauseOf(session_id) !== undefined || this.isBusy(session_id)) return;
    let id: QueueId | undefined;
    try {
      const next = this.deps.store.nextQueued(session_id);
      id = next?.id;
      if (next !== undefined) this.sendQueued(session_id, next);
    } catch (error) {
      const problem = id === undefined ? {} : { problem: { id, error: toErrorInfo(error) } };
      return this.setPause(session_id, { why: isOfModel(error) ? "model" : "failed", ...problem });
    }
  }

  /** Sends nothing where the session is in the trash. */
  private sendQueued(session_id: SessionId, { id, text, model, attachments }: Queued): void {
    const { store, models } = this.deps;
    const view = store.session(session_id);
    if (view === undefined) return this.setPause(session_id, { why: "stopped" });
    const { session } = view;
    const chosen = modelOfTurn(models, session, model);
    // Checked before anything is stored: a message that no model can answer stays in the queue, where it can be changed.
    models.resolve(chosen);
    this.turns.send(view, { text, attachments, model: chosen }, { queued: id });
  }

  /** Returns true while the session runs, or waits for an answer of its user. */
  private isBusy(session_id: SessionId): boolean {
    const { state } = this.deps;
    return state.isRunning(session_id) || state.status(session_id).state === "waiting";
  }

  private pauseOf(session_id: SessionId): QueuePause | undefined {
    return this.pauses.has(session_id) ? this.pauses.get(session_id) : { why: "restarted" };
  }

  private setPause(session_id: SessionId, pause: QueuePause | undefined): void {
    const before = this.pauseOf(session_id);
    this.pauses.set(session_id, pause);
    if (before === undefined && pause === undefined) return;
    this.publish(session_id, { kind: "paused", ...(pause === undefined ? {} : { pause }) });
  }

  /** Drops the problem of a message that was changed or removed. The queue stays paused until its user resumes it. */
  private forgetProblem({ session_id, id }: { session_id: SessionId; id: QueueId }): void {
    const pause = this.pauseOf(session_id);
    if (pause?.problem?.id === id)
      this.setPause(session_id, { why: pause.why === "model" ? "held" : pause.why });
  }

  private keep(session_id: SessionId, messages: readonly QueuedWhole[]): QueueRemoval {
    const paused = this.pauseOf(session_id) !== undefined;
    return { removal: this.removed.keep({ session_id, messages, paused }), count: messages.length };
  }

  private publish(session_id: SessionId, change: QueueChange): void {
    if (this.feeds.has(session_id)) this.feeds.of(session_id).publish({ type: "queue-changed", change });
  }
}

/** Returns true where the model cannot be asked as things are: the model or its key is missing. */
const isOfModel = (error: unknown): boolean =>
  error instanceof BraidError && (error.code === "MODEL_NOT_FOUND" || error.code === "PROVIDER_AUTH");
