/** Going back in a conversation (RW-1…3, RW-6): an op hides, a turn is appended, nothing is rewritten. */

import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  RetryRequest,
  RewindRequest,
  Rewound,
  SessionRef,
} from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { DraftOf } from "../ports/draft-store";
import type { PlaceInTimeline } from "../ports/timeline-store";
import type { TurnDeps } from "../run/call";
import { say } from "../say";
import { draftOf } from "./drafts";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import { newQuestion, type Turns } from "./turns";

/** Where another turn begins, and with what. */
interface RewindPlan {
  /** The last message that stays. */
  after: MessageId | undefined;
  /** The words that are said there; absent: the message that stays is answered anew. */
  text?: string;
  /** The model of the turn; absent: as the session's latest. */
  model: ModelRef | undefined;
  undo: "rewind" | "retry";
}

export class Timeline {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "ids" | "clock" | "models">,
    private readonly news: Pick<SessionNews, "read" | "announce">,
    private readonly turns: Turns,
  ) {}

  /**
   * RW-2: what came after a message of the user is hidden, and another turn begins there. Nothing changed is the same as `retry`. The
   * draft that it was goes with it (QU-2).
   * @throws BraidError `SESSION_BUSY` (RW-6), `MESSAGE_NOT_FOUND`, `INVALID_INPUT`
   */
  rewind({ session_id, message_id, text, model, draft }: RewindRequest, writer?: string): Rewound {
    const plan = (): RewindPlan => {
      const place = this.visible(session_id, message_id);
      if (place.message.role !== "user") throw refused("not-said");
      return startingAt(place, text, model);
    };
    return this.beginAt(session_id, plan, draftOf(draft, writer));
  }

  /** RW-2: the question of this answer, or this question, is answered anew. @throws BraidError as `rewind` */
  retry({ session_id, message_id, model }: RetryRequest): Rewound {
    return this.beginAt(session_id, () => {
      let place = this.visible(session_id, message_id);
      while (place.message.role !== "user") {
        if (place.before === undefined) throw refused("nothing-asked");
        place = this.visible(session_id, place.before);
      }
      return { ...startingAt(place, undefined, model), undo: "retry" };
    });
  }

  /** RW-2. The plan is made once nothing else can change the timeline. */
  private beginAt(session_id: SessionId, planned: () => RewindPlan, draft?: DraftOf): Rewound {
    const { session } = this.news.read(session_id);
    return this.turns.claimed(session_id, (claimed) => {
      const { store, ids, clock, models } = this.deps;
      const plan = planned();
      const { text, undo } = plan;
      const after = plan.after === undefined ? {} : { after: plan.after };
      const model = modelOfTurn(models, session, plan.model);
      // Before the answer, for the order of ids is that of the messages.
      const said = text === undefined ? {} : { message: newQuestion(this.deps, session_id, text, model) };
      const turn = this.turns.begin(claimed, { ...session, model });
      const { hidden, message } = store.rewindTurn({
        session_id,
        op_id: ids.op(),
        ...after,
        ...said,
        answer: turn.answer.takeFrame(true),
        undo,
        draft,
        now: clock.now(),
      });
      claimed.feed.publish({ type: "rewound", ...after, hidden });
      if (message !== undefined) claimed.feed.publish({ type: "message", message });
      this.turns.run(turn, "user");
      return message === undefined ? {} : { message };
    });
  }

  /** RW-3; `undoes` is the entry of the undo stack that is undone by it. @throws BraidError `SESSION_BUSY` (RW-6), `INVALID_INPUT` */
  unrewind({ session_id, op_id, undoes }: SessionRef & { op_id: OpId; undoes?: number }): void {
    const { store, state, ids, clock } = this.deps;
    this.news.read(session_id);
    this.turns.claimed(session_id, ({ claim, feed }) => {
      store.unrewind({
        session_id,
        op_id,
        new_op_id: ids.op(),
        now: clock.now(),
        ...(undoes === undefined ? {} : { undoes }),
      });
      // The status that the other timeline's last turn left behind says nothing about this one.
      state.release(claim, { state: "idle" });
      state.tellEnd(session_id);
      feed.publish({ type: "reset" });
    });
    this.news.announce(session_id);
  }

  private visible(session_id: SessionId, message_id: MessageId): PlaceInTimeline {
    const place = this.deps.store.placeOf(session_id, message_id);
    if (place === undefined) throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    if (place.message.hidden_at !== undefined) {
      const hint = say("timeline.hidden.hint");
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.hidden.message"), { hint });
    }
    return place;
  }
}

/** RW-2: what is unchanged stays, and is answered anew; what is changed goes, and is said in its place. */
function startingAt({ message, before }: PlaceInTimeline, text?: string, model?: ModelRef): RewindPlan {
  const said = wordsOf(message);
  const chosen = model ?? message.metadata.model;
  const isChanged = (text !== undefined && text !== said) || !isSameModel(chosen, message.metadata.model);
  if (!isChanged) return { after: message.id, model: chosen, undo: "retry" };
  return { after: before, text: text ?? said, model: chosen, undo: "rewind" };
}

const wordsOf = ({ parts }: StoredMessage): string =>
  parts.map((part) => (part.type === "text" ? part.text : "")).join("");

const isSameModel = (a: ModelRef | undefined, b: ModelRef | undefined): boolean =>
  a?.provider_id === b?.provider_id && a?.model_id === b?.model_id && a?.variant === b?.variant;

const refused = (why: "not-said" | "nothing-asked"): BraidError =>
  new BraidError("INVALID_INPUT", say(`timeline.${why}.message`), { hint: say(`timeline.${why}.hint`) });
