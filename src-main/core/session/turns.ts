/**
 * Starts turns: claims the session, stores the question, then runs. A turn whose question cannot be stored does not run, and gives the
 * claim back.
 */

import { endsWithoutAnswer } from "../../../src-preload/contract/domain/empty-end";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { BraidPart, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { RewindRequest, SessionRef, Words } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary, SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { Feeds } from "../feed/feeds";
import type { Reply } from "../permissions/open-questions";
import type { SentFrom } from "../ports/queue-store";
import type { Recording } from "../ports/recorder";
import type { FrameWrite, NewUserMessage } from "../ports/transcript-store";
import { runTurn } from "../run/later";
import { beginAnswer, openTurn, type TurnStart } from "../run/start";
import type { TurnDeps } from "../run/turn-context";
import type { TurnEvents, TurnMaker } from "../run/turn-events";
import { say } from "../say";
import { isOpenQuestion } from "../transcript/closing";
import { checkedAttachments, filePart } from "./attachments";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import { settleLeftOpen } from "./recovery";
import { remindersToResume } from "./resume-reminders";
import { tellAsked } from "./tell-hooks";
import { firstNames } from "./title-text";

/** Stores a question with the first frame of its answer, in one transaction. */
type SaveQuestion<T> = (
  message: NewUserMessage,
  answer: FrameWrite,
) => { result: T; message: StoredMessage | undefined };

/** A turn with a claimed session and a prepared answer. Its maker saves the answer's first frame, then calls `run`. */
export interface NewTurn {
  start: TurnStart;
  answer: Recording;
}

/** A session that is claimed for a turn. */
export type Claimed = Pick<TurnStart, "claim" | "feed">;

type Where = Pick<SessionSummary, "id" | "agent" | "workspace_root">;

export class Turns {
  constructor(
    private readonly deps: TurnDeps,
    private readonly feeds: Feeds,
    private readonly news: Pick<SessionNews, "read">,
    private readonly events: TurnEvents,
  ) {}

  /** Returns when the message is stored; the answer comes on the feed. @throws BraidError `SESSION_BUSY` (RN-1). */
  send({ session }: SessionView, { model, ...said }: Words, from: SentFrom = {}): StoredMessage {
    const chosen = modelOfTurn(this.deps.models, session, model);
    const save: SaveQuestion<StoredMessage> = (message, answer) => {
      const stored = this.deps.store.addUserMessage(message, answer, from);
      if (from.queued !== undefined) {
        const change = { kind: "removed", id: from.queued } as const;
        this.feeds.of(session.id).publish({ type: "queue-changed", change });
      }
      return { result: stored, message: stored };
    };
    return this.ask({ ...session, model: chosen }, said, save, from.queued === undefined ? "user" : "queue");
  }

  /** Withdraws a question that waits since before a restart. What waits behind it waits on, as after any Stop. @throws BraidError `SESSION_NOT_RUNNING`. */
  abort({ session_id }: SessionRef): void {
    const { state } = this.deps;
    if (state.isRunning(session_id) || state.status(session_id).state !== "waiting")
      return state.abort(session_id);
    settleLeftOpen(this.deps, this.feeds, session_id);
    state.setStatus(session_id, { state: "idle" });
    this.events.emit({ type: "ended", session_id, ending: "stopped" });
  }

  /**
   * Goes on after an answer that did not end by itself.
   * @throws BraidError `SESSION_BUSY`, `INVALID_INPUT` where there is nothing to go on with
   */
  resume({ session_id, attended }: SessionRef & Pick<Words, "attended">): void {
    const { session } = this.news.read(session_id);
    this.moveOn(session_id, (claimed) => {
      const [last] = newestFirst(this.deps.store, session_id);
      refuseComplete(last);
      const reminders = remindersToResume(newestFirst(this.deps.store, session_id));
      const model = modelOfTurn(this.deps.models, session, last?.metadata.model);
      const turn = this.begin(claimed, { ...session, model }, { reminders, attended });
      turn.answer.commit(true);
      this.run(turn, "user");
    });
  }

  /**
   * Goes on with the turn whose question was open when Braid ended, and answers that question (LY-6); without a reply the rules decide it.
   * Returns false where the session has no such question.
   * @throws BraidError `SESSION_BUSY`
   */
  resumeWaiting(session_id: SessionId, approval_id: string, reply?: Reply): boolean {
    const { store, state, recorder, questions, models } = this.deps;
    const { session } = this.news.read(session_id);
    if (state.isRunning(session_id)) return false;
    const claim = state.claim(session_id);
    try {
      // The store knows it for sure: a full disk may have hidden from the status that the session waits.
      const left = store
        .unsettledMessages(session_id)
        .find(({ parts }) => parts.some(({ part }) => isOpen(part, approval_id)));
      if (left === undefined) {
        state.release(claim);
        return false;
      }
      const answer = recorder.reopen(left);
      const feed = this.feeds.of(session_id);
      const model = modelOfTurn(models, session, left.metadata.model);
      // The agent may only be missing in an answer of an earlier version.
      const { agent = session.agent } = left.metadata;
      const { workspace_root } = session;
      const where = { agent, model, model_before: session.model, workspace_root };
      // Its other questions may be answered before their calls wait for it.
      const open = left.parts.flatMap(({ part }) => (isOpenQuestion(part) ? [part.id] : []));
      const ended = questions.expect(session_id, open);
      if (reply !== undefined) questions.answer(session_id, approval_id, reply);
      // Windows read the session anew: its last message is a live one again.
      feed.publish({ type: "reset" });
      this.run(
        // Somebody has just answered, or changed the rules.
        { start: { claim, feed, ...where, reminders: [], attended: true }, answer },
        reply === undefined ? "rules" : "user",
        ended,
      );
      return true;
    } catch (error) {
      state.release(claim);
      throw error;
    }
  }

  /**
   * SV-1, SV-9: question and beginning of the answer are on the disk before the model is called and before this returns.
   * @throws BraidError `SESSION_BUSY`, and what `save` throws
   */
  ask<T>(
    where: Where & { model: ModelRef },
    said: Said,
    save: SaveQuestion<T>,
    by: "user" | "queue" = "user",
  ): T {
    return this.moveOn(where.id, (claimed) => {
      // The question gets its id before the answer: messages stand in the order of their ids.
      const question = newQuestion(this.deps, where, said);
      const turn = this.begin(claimed, where, said);
      const { result, message } = save(question, turn.answer.takeFrame(true));
      if (message !== undefined) claimed.feed.publish({ type: "message", message });
      tellAsked(this.deps, question);
      this.run(turn, by);
      return result;
    });
  }

  /**
   * Calls `work` with the session claimed, and settles first what a failed store left open in it (SV-7). A throw gives the session back.
   * @throws BraidError `SESSION_BUSY` (RN-1), also while a question waits for its user; what `work` throws
   */
  claimed<T>(session_id: SessionId, work: (claimed: Claimed) => T): T {
    if (this.deps.state.status(session_id).state === "waiting") throw sessionBusy();
    return this.moveOn(session_id, work);
  }

  /** As `claimed`, for a user who goes on without an answer: a question that waits since before a restart is withdrawn (LY-6). */
  moveOn<T>(session_id: SessionId, work: (claimed: Claimed) => T): T {
    const { state } = this.deps;
    const waits = state.status(session_id).state === "waiting";
    const claim = state.claim(session_id);
    try {
      const feed = this.feeds.of(session_id);
      settleLeftOpen(this.deps, this.feeds, session_id);
      return work({ claim, feed });
    } catch (error) {
      state.release(claim, waits ? { state: "idle" } : undefined);
      state.tellEnd(session_id);
      throw error;
    }
  }

  begin(
    claimed: Claimed,
    { agent, workspace_root, model }: Pick<Where, "agent" | "workspace_root"> & { model: ModelRef },
    { reminders = [], attended = true }: { reminders?: string[]; attended?: boolean | undefined } = {},
  ): NewTurn {
    const { session } = this.deps.store.session(claimed.claim.session_id) ?? {};
    const before = { model_before: session?.model };
    const start = { ...claimed, agent, model, ...before, workspace_root, reminders, attended };
    return { start, answer: beginAnswer(this.deps, start) };
  }

  /** Runs a turn whose beginning is saved, and calls `ended` when it is over. */
  run({ start, answer }: NewTurn, by: TurnMaker, ended?: () => void): void {
    const turn = openTurn(this.deps, start, answer);
    const { session_id } = start.claim;
    void runTurn(this.deps, turn)
      .then((ending) => this.events.emit({ type: "ended", session_id, ending }))
      // The end is told after a failure too, because a window would wait for it for ever.
      .finally(() => {
        ended?.();
        this.deps.state.tellEnd(session_id);
      });
    this.events.emit({ type: "began", session_id, by });
  }
}

/** Returns true for the open question of this id. */
const isOpen = (part: BraidPart, approval_id: string): boolean =>
  isOpenQuestion(part) && part.id === approval_id;

/** The content of a user's message: words, files, or both. */
export type Said = Pick<Words, "text" | "attachments" | "attended">;

/** The parts that were changed; the rest stays as it was. */
export type Resaid = Pick<RewindRequest, "text" | "attachments" | "model">;

/** A message of the user, before it is stored. @throws BraidError `INVALID_INPUT` where a file is not kept any more */
export function newQuestion(
  { ids, clock, store }: Pick<TurnDeps, "ids" | "clock" | "store">,
  { id: session_id, agent, workspace_root, model }: Where & { model: ModelRef },
  { text, attachments: named }: Said,
): NewUserMessage {
  const attachments = checkedAttachments(store, named);
  const words: BraidPart[] = text.trim() === "" && attachments.length > 0 ? [] : [{ type: "text", text }];
  const id = ids.message();
  return {
    id,
    session_id,
    metadata: {
      model,
      agent,
      ...(attachments.length === 0 ? {} : { attachments }),
      // DB-12: what the files were before the turn is found by its question (RW-5). A chat without a folder changes none.
      ...(workspace_root === undefined ? {} : { snapshot_id: id }),
    },
    parts: [...attachments.map(filePart), ...words].map((part) => ({ id: ids.part(), part })),
    names: firstNames({ text, attachments }),
    now: clock.now(),
  };
}

export const sessionBusy = (): BraidError =>
  new BraidError("SESSION_BUSY", say("session.busy.message"), { hint: say("session.busy.hint") });

function refuseComplete(last: StoredMessage | undefined): void {
  if (last === undefined) throw new BraidError("INVALID_INPUT", say("session.nothing-to-continue"));
  if (last.role === "assistant" && last.metadata.finish_reason === "stop" && !endsWithoutAnswer(last)) {
    throw new BraidError("INVALID_INPUT", say("session.complete.message"), {
      hint: say("session.complete.hint"),
    });
  }
}

/** The visible messages of a session, the newest first, each read when it is asked for. */
function* newestFirst(
  store: Pick<TurnDeps["store"], "page">,
  session_id: SessionId,
): Generator<StoredMessage> {
  let before: { before?: MessageId } = {};
  for (;;) {
    const [message] = store.page(session_id, { limit: 1, ...before }).messages;
    if (message === undefined) return;
    yield message;
    before = { before: message.id };
  }
}
