/** Starts turns: claim the session, store what was said, then run. What cannot be stored is not run, and the claim goes back. */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Created, CreateRequest, Words } from "../../../src-preload/contract/domain/requests";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import { saidParts } from "../context/model-messages";
import type { Feeds } from "../feed/feeds";
import { t } from "../language/language";
import type { DraftOf } from "../ports/draft-store";
import type { SentFrom } from "../ports/queue-store";
import type { NewSession } from "../ports/session-store";
import type { FrameWrite, NewUserMessage } from "../ports/transcript-store";
import type { TurnDeps } from "../run/call";
import type { TurnEnding } from "../run/finalise";
import { beginAnswer, startCall, type TurnStart } from "../run/start";
import { runTurn } from "../run/turn";
import { modelOfTurn } from "./model-of-turn";
import { settleLeftOpen } from "./recovery";
import { firstWords } from "./title-text";

/** Said to the model alone, when it is to go on after its own half answer. */
const GO_ON =
  "Your last answer was cut off before its end. Continue exactly where it stopped, without repeating what you have already said.";

interface Where {
  session_id: SessionId;
  workspace_root: string | undefined;
  model: ModelRef;
}

/** Where another turn begins, and with what. */
export interface RewindPlan {
  /** The last message that stays. */
  after: MessageId | undefined;
  /** What is said there; absent: what stays is answered anew. */
  text?: string;
  /** Of the turn; absent: as the session's latest. */
  model: ModelRef | undefined;
  undo: "rewind" | "retry";
  /** The draft that it was. */
  draft?: DraftOf | undefined;
}

export class Turns {
  constructor(
    private readonly deps: TurnDeps,
    private readonly feeds: Feeds,
    /** After a turn, when list and rollups have moved. Never throws. */
    private readonly onEnded: (session_id: SessionId, ending: TurnEnding) => void,
  ) {}

  create({ text, model, workspace_root, title }: CreateRequest, draft?: DraftOf): Created {
    const { store, ids, clock, models, agent } = this.deps;
    const folder = workspace_root === undefined ? {} : { workspace_root };
    const chosen = modelOfTurn(models, folder, model);
    const session: NewSession = {
      id: ids.session(),
      title: title ?? (firstWords(text ?? "") || t("session.untitled")),
      ...(title === undefined ? {} : { titled_by: "user" }),
      agent: agent.name,
      model: chosen,
      ...folder,
      now: clock.now(),
    };
    if (text === undefined) return store.createSession(session);
    return this.ask({ session_id: session.id, workspace_root, model: chosen }, text, (message, answer) => {
      const created = store.createSession(session, { message, answer, draft });
      return { result: created, message: created.message };
    });
  }

  send({ session }: SessionView, { text, model }: Words, from: SentFrom = {}): StoredMessage {
    const chosen = modelOfTurn(this.deps.models, session, model);
    const where = { session_id: session.id, workspace_root: session.workspace_root, model: chosen };
    return this.ask(where, text, (message, answer) => {
      const stored = this.deps.store.addUserMessage(message, answer, from);
      if (from.queued !== undefined) {
        const change = { kind: "removed", id: from.queued } as const;
        this.feeds.of(session.id).publish({ type: "queue-changed", change });
      }
      return { result: stored, message: stored };
    });
  }

  /** RW-2. `plan` looks at the timeline once nothing else can change it. Returns what was said; nothing where what stays is answered anew. */
  rewind({ session }: SessionView, plan: () => RewindPlan): StoredMessage | undefined {
    return this.claimed(session.id, (start) => {
      const { store, ids, clock, models } = this.deps;
      const { after, text, model: chosen, undo, draft } = plan();
      const model = modelOfTurn(models, session, chosen);
      const said = text === undefined ? {} : { message: this.question(session.id, text, model) };
      const turn = { ...start, model, workspace_root: session.workspace_root, reminders: [] };
      const recording = beginAnswer(this.deps, turn);
      const { hidden, message } = store.rewindTurn({
        session_id: session.id,
        op_id: ids.op(),
        ...(after === undefined ? {} : { after }),
        ...said,
        answer: recording.takeFrame(true),
        undo,
        draft,
        now: clock.now(),
      });
      turn.feed.publish({ type: "rewound", ...(after === undefined ? {} : { after }), hidden });
      if (message !== undefined) turn.feed.publish({ type: "message", message });
      this.run(turn, recording);
      return message;
    });
  }

  /** @throws BraidError `INVALID_INPUT` where the last answer ended by itself. */
  resume({ session }: SessionView): void {
    this.claimed(session.id, (start) => {
      const last = this.deps.store.page(session.id, { limit: 1 }).messages[0];
      const reminders = remindersToResume(last);
      const model = modelOfTurn(this.deps.models, session, last?.metadata.model);
      const turn = { ...start, model, workspace_root: session.workspace_root, reminders };
      const recording = beginAnswer(this.deps, turn);
      recording.commit(true);
      this.run(turn, recording);
    });
  }

  /** SV-1, SV-9: message and beginning of the answer are on the disk before the model is called and before this returns. */
  private ask<T>(
    { session_id, workspace_root, model }: Where,
    text: string,
    save: (message: NewUserMessage, answer: FrameWrite) => { result: T; message: StoredMessage | undefined },
  ): T {
    return this.claimed(session_id, (start) => {
      const question = this.question(session_id, text, model);
      const turn = { ...start, model, workspace_root, reminders: [] };
      const recording = beginAnswer(this.deps, turn);
      const { result, message } = save(question, recording.takeFrame(true));
      if (message !== undefined) turn.feed.publish({ type: "message", message });
      this.run(turn, recording);
      return result;
    });
  }

  private question(session_id: SessionId, text: string, model: ModelRef): NewUserMessage {
    const { ids, clock } = this.deps;
    return {
      id: ids.message(),
      session_id,
      metadata: { model },
      parts: [{ id: ids.part(), part: { type: "text", text } }],
      now: clock.now(),
    };
  }

  /** Runs `begin` with the session claimed; what a store that failed left open in it is settled first (SV-7). A throw gives it back. */
  private claimed<T>(session_id: SessionId, begin: (start: Pick<TurnStart, "claim" | "feed">) => T): T {
    const { state } = this.deps;
    const claim = state.claim(session_id);
    try {
      const feed = this.feeds.of(session_id);
      settleLeftOpen(this.deps, this.feeds, session_id);
      return begin({ claim, feed });
    } catch (error) {
      state.release(claim);
      throw error;
    }
  }

  private run(turn: TurnStart, recording: ReturnType<typeof beginAnswer>): void {
    const call = startCall(this.deps, turn, recording);
    const { session_id } = turn.claim;
    void runTurn(this.deps, call)
      .then((ending) => this.onEnded(session_id, ending))
      // Whatever failed there: no window waits for an end that is not told.
      .finally(() => this.deps.state.tellEnd(session_id));
  }
}

function remindersToResume(last: StoredMessage | undefined): string[] {
  if (last === undefined) throw new BraidError("INVALID_INPUT", t("session.nothing-to-continue"));
  if (last.role !== "assistant") return [];
  if (last.metadata.finish_reason === "stop") {
    throw new BraidError("INVALID_INPUT", t("session.complete.message"), {
      hint: t("session.complete.hint"),
    });
  }
  const end = saidParts(last).at(-1);
  return end?.type === "text" || end?.type === "reasoning" ? [GO_ON] : [];
}
