/** Goes back in a conversation (RW-1…3, RW-6): an op hides messages, a turn is appended, nothing is rewritten. */

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
import type { DraftKey } from "../ports/draft-store";
import type { PlaceInTimeline } from "../ports/timeline-store";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { draftKey } from "./drafts";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import { newQuestion, type Turns } from "./turns";

/** The place where another turn begins, and its question. */
interface RewindPlan {
  /** The last message that stays. */
  after: MessageId | undefined;
  /** The new question; absent where the message that stays is answered anew. */
  text?: string;
  /** The model of the turn; undefined for the session's latest. */
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
   * RW-2: hides all that came after a message of the user, and begins another turn there. An unchanged message is a `retry`. Deletes the
   * draft of the new words (QU-2).
   * @throws BraidError `SESSION_BUSY` (RW-6), `MESSAGE_NOT_FOUND`, `INVALID_INPUT`
   */
  rewind({ session_id, message_id, text, model, draft }: RewindRequest, writer?: string): Rewound {
    const plan = (): RewindPlan => {
      const place = this.visible(session_id, message_id);
      if (place.message.role !== "user") throw refused("not-said");
      return startingAt(place, text, model);
    };
    return this.beginAt(session_id, plan, draftKey(draft, writer));
  }

  /** RW-2: answers this question, or the question of this answer, anew. @throws BraidError as `rewind` */
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

  /** RW-2. Makes the plan after the claim, when nothing else can change the timeline. */
  private beginAt(session_id: SessionId, planned: () => RewindPlan, draft?: DraftKey): Rewound {
    const { session } = this.news.read(session_id);
    return this.turns.claimed(session_id, (claimed) => {
      const { store, ids, clock, models } = this.deps;
      const plan = planned();
      const { text, undo } = plan;
      const after = plan.after === undefined ? {} : { after: plan.after };
      const model = modelOfTurn(models, session, plan.model);
      // The question gets its id before the answer: messages stand in the order of their ids.
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

  /**
   * RW-3: shows a hidden timeline. `undoes` is the entry of the undo stack that this undoes. @throws BraidError `SESSION_BUSY` (RW-6),
   * `INVALID_INPUT`
   */
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
      // The status after the other timeline's last turn says nothing about this timeline.
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

/** RW-2: an unchanged message stays and is answered anew. A changed one is hidden, and its new words are said in its place. */
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
