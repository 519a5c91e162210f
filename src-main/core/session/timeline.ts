/** Goes back in a conversation (RW-1…3, RW-6): an op hides messages, a turn is appended, nothing is rewritten. */

import { attachmentsOf, sameAttachments } from "../../../src-preload/contract/domain/attachments";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { LeftSummary } from "../../../src-preload/contract/domain/left-summary";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  LeavingRequest,
  RetryRequest,
  RewindRequest,
  Rewound,
  SessionRef,
  SummaryRef,
} from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { DraftKey } from "../ports/draft-store";
import type { PlaceInTimeline, RewindOutcome } from "../ports/timeline-store";
import type { NewUserMessage } from "../ports/transcript-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { draftKey } from "./drafts";
import type { Leaving } from "./leaving";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import { tellAsked } from "./tell-hooks";
import { firstNames } from "./title-text";
import { type Claimed, newQuestion, type Resaid, type Said, type Turns } from "./turns";

/** The place where another turn begins, and its question. */
interface RewindPlan {
  /** The first message that leaves; with `keep` the last one that stays. */
  from: MessageId;
  keep: boolean;
  /** The new question; absent where the message that stays is answered anew. */
  said?: Said;
  /** The first words of the message that leaves for it (SE-4). */
  names_before?: string;
  /** The model of the turn; undefined for the session's latest. */
  model: ModelRef | undefined;
  undo: "rewind" | "retry";
}

export class Timeline {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "ids" | "clock" | "models" | "hooks">,
    private readonly news: Pick<SessionNews, "read" | "announceMoved">,
    private readonly turns: Turns,
    private readonly leaving: Leaving,
  ) {}

  /**
   * RW-2: hides all that came after a message of the user, and begins another turn there. An unchanged message is a `retry`. Deletes the
   * draft of the new words (QU-2).
   * @throws BraidError `SESSION_BUSY` (RW-6), `MESSAGE_NOT_FOUND`, `INVALID_INPUT`
   */
  rewind({ session_id, message_id, draft, ...changed }: RewindRequest, writer?: string): Rewound {
    const plan = () => startingAt(this.asked(session_id, message_id), changed);
    return this.beginAt(session_id, plan, draftKey(draft, writer));
  }

  /**
   * RW-8: a rewind that takes a summary along of what it leaves, in front of the new turn. The message leaves too, and is said anew even
   * where it is the same. A summary that fails or is cancelled refuses the rewind, and nothing has changed.
   * @throws BraidError as `rewind`, and those of the summary
   */
  async leave(
    { session_id, message_id, draft, take_along, ...changed }: LeavingRequest,
    writer?: string,
  ): Promise<Rewound> {
    const place = () => {
      const { message } = this.asked(session_id, message_id);
      return { from: message.id, keep: false, ...take_along };
    };
    return await this.leaving.summedUp(session_id, place, (left, claimed) => {
      const { message } = this.asked(session_id, message_id);
      const plan = saidAnew(message, changed);
      return this.begin(claimed, plan, { draft: draftKey(draft, writer), left });
    });
  }

  /** RW-2: answers this question, or the question of this answer, anew. @throws BraidError as `rewind` */
  retry({ session_id, message_id, model }: RetryRequest): Rewound {
    return this.beginAt(session_id, () => {
      let place = this.visible(session_id, message_id);
      while (place.message.role !== "user") {
        if (place.before === undefined) throw refused("nothing-asked");
        place = this.visible(session_id, place.before);
      }
      return { ...startingAt(place, { model }), undo: "retry" };
    });
  }

  /** RW-2. Makes the plan after the claim, when nothing else can change the timeline. */
  private beginAt(session_id: SessionId, planned: () => RewindPlan, draft?: DraftKey): Rewound {
    this.news.read(session_id);
    return this.turns.moveOn(session_id, (claimed) => this.begin(claimed, planned(), { draft }));
  }

  /** Begins another turn in a claimed session. */
  private begin(
    claimed: Claimed,
    plan: RewindPlan,
    { draft, left }: { draft: DraftKey | undefined; left?: LeftSummary },
  ): Rewound {
    const { store, ids, clock, models } = this.deps;
    const { session_id } = claimed.claim;
    const { session } = this.news.read(session_id);
    const { from, keep, said, names_before = "", undo } = plan;
    const model = modelOfTurn(models, session, plan.model);
    // Summary, question and answer get their ids in this order: messages stand in the order of their ids.
    const taken = left && this.leaving.messageOf(session_id, left);
    const asked: { message?: NewUserMessage } =
      said === undefined
        ? {}
        : { message: { ...newQuestion(this.deps, { ...session, model }, said), names_before } };
    const turn = this.turns.begin(claimed, { ...session, model });
    const rewound = store.rewindTurn({
      session_id,
      op_id: ids.op(),
      from,
      keep,
      left: taken,
      ...asked,
      answer: turn.answer.takeFrame(true),
      undo,
      draft,
      now: clock.now(),
    });
    this.tell(claimed, rewound);
    if (asked.message !== undefined) tellAsked(this.deps, asked.message);
    this.turns.run(turn, "user");
    const { message } = rewound;
    return message === undefined ? {} : { message };
  }

  private tell({ feed }: Claimed, { after, unsummarised, hidden, left, message }: RewindOutcome): void {
    // Turns that come back are many, perhaps: windows read the page anew.
    if (unsummarised) feed.publish({ type: "reset" });
    else feed.publish({ type: "rewound", ...(after === undefined ? {} : { after }), hidden });
    if (left !== undefined) feed.publish({ type: "message", message: left });
    if (message !== undefined) feed.publish({ type: "message", message });
  }

  /** RW-8: takes a summary out that was taken along. @throws BraidError `SESSION_BUSY` (RW-6), `INVALID_INPUT` where it is not there */
  takeOut({ session_id, message_id }: SummaryRef): void {
    const { store, ids, clock } = this.deps;
    this.news.read(session_id);
    this.changed(session_id, () =>
      store.takeOut({ session_id, message_id, op_id: ids.op(), now: clock.now() }),
    );
  }

  /** RW-8: undoes `takeOut`. @throws BraidError `SESSION_BUSY` (RW-6) */
  putBack({ session_id, op_id, undoes }: SessionRef & { op_id: OpId; undoes: number }): void {
    const { store, clock } = this.deps;
    this.changed(session_id, () => store.putBack({ session_id, op_id, undoes, now: clock.now() }));
  }

  /**
   * Changes what is visible, in a session that is claimed for it. Windows read the page anew. The status after the last turn of another
   * timeline would say nothing about this one.
   */
  private changed(session_id: SessionId, change: () => void): void {
    const { state } = this.deps;
    this.turns.claimed(session_id, ({ claim, feed }) => {
      change();
      state.release(claim, { state: "idle" });
      state.tellEnd(session_id);
      feed.publish({ type: "reset" });
    });
    this.news.announceMoved(session_id);
  }

  /**
   * RW-3: shows a hidden timeline. `undoes` is the entry of the undo stack that this undoes. @throws BraidError `SESSION_BUSY` (RW-6),
   * `INVALID_INPUT`
   */
  unrewind({ session_id, op_id, undoes }: SessionRef & { op_id: OpId; undoes?: number }): void {
    const { store, ids, clock } = this.deps;
    this.news.read(session_id);
    this.changed(session_id, () =>
      store.unrewind({
        session_id,
        op_id,
        new_op_id: ids.op(),
        now: clock.now(),
        ...(undoes === undefined ? {} : { undoes }),
      }),
    );
  }

  /** A message of the user in the visible timeline. */
  private asked(session_id: SessionId, message_id: MessageId): PlaceInTimeline {
    const place = this.visible(session_id, message_id);
    if (place.message.role !== "user") throw refused("not-said");
    return place;
  }

  private visible(session_id: SessionId, message_id: MessageId): PlaceInTimeline {
    const place = this.deps.store.placeOf(session_id, message_id);
    if (place === undefined) throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    if (place.message.hidden_at !== undefined && !place.summarised) {
      const hint = say("timeline.hidden.hint");
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.hidden.message"), { hint });
    }
    return place;
  }
}

/** RW-2: an unchanged message stays and is answered anew. A changed one is hidden, and its new words are said in its place. */
function startingAt({ message }: PlaceInTimeline, changed: Resaid): RewindPlan {
  const { text, attachments, model } = changed;
  const chosen = model ?? message.metadata.model;
  const isChanged =
    (text !== undefined && text !== wordsOf(message)) ||
    (attachments !== undefined && !sameAttachments(attachments, attachmentsOf(message))) ||
    !isSameModel(chosen, message.metadata.model);
  if (!isChanged) return { from: message.id, keep: true, model: chosen, undo: "retry" };
  return saidAnew(message, changed);
}

/** The message is hidden, and its words and files, or other ones, are said in its place. */
const saidAnew = (message: StoredMessage, { text, attachments, model }: Resaid): RewindPlan => ({
  from: message.id,
  keep: false,
  said: { text: text ?? wordsOf(message), attachments: attachments ?? attachmentsOf(message) },
  names_before: firstNames({ text: wordsOf(message), attachments: attachmentsOf(message) }),
  model: model ?? message.metadata.model,
  undo: "rewind",
});

/** The text of a user's message. */
export const wordsOf = ({ parts }: StoredMessage): string =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

const isSameModel = (a: ModelRef | undefined, b: ModelRef | undefined): boolean =>
  a?.provider_id === b?.provider_id && a?.model_id === b?.model_id && a?.variant === b?.variant;

const refused = (why: "not-said" | "nothing-asked"): BraidError =>
  new BraidError("INVALID_INPUT", say(`timeline.${why}.message`), { hint: say(`timeline.${why}.hint`) });
