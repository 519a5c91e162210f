/** Going back in a conversation (RW-1…3, RW-6): an op hides, a turn is appended, nothing is rewritten. */

import type { MessageId, OpId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { RetryRequest, RewindRequest } from "../../../src-preload/contract/domain/requests";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { Feeds } from "../feed/feeds";
import { t } from "../language/language";
import type { PlaceInTimeline } from "../ports/timeline-store";
import type { TurnDeps } from "../run/call";
import { draftOf } from "./drafts";
import { settleLeftOpen } from "./recovery";
import type { RewindPlan, Turns } from "./turns";

export class Timeline {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "ids" | "clock" | "recorder">,
    private readonly feeds: Feeds,
    private readonly turns: Turns,
  ) {}

  /** RW-2. Nothing changed is the same as `retry`. The draft that it was goes with it (QU-2). @throws BraidError `SESSION_BUSY` (RW-6), `MESSAGE_NOT_FOUND`, `INVALID_INPUT` */
  rewind(
    view: SessionView,
    { message_id, text, model, draft }: RewindRequest,
    writer?: string,
  ): StoredMessage | undefined {
    return this.turns.rewind(view, () => {
      const place = this.visible(view, message_id);
      if (place.message.role !== "user") throw refused("not-said");
      return { ...startingAt(place, text, model), draft: draftOf(draft, writer) };
    });
  }

  /** RW-2: the question of this answer, or this question, is answered anew. @throws BraidError as `rewind` */
  retry(view: SessionView, { message_id, model }: RetryRequest): StoredMessage | undefined {
    return this.turns.rewind(view, () => {
      let place = this.visible(view, message_id);
      while (place.message.role !== "user") {
        if (place.before === undefined) throw refused("nothing-asked");
        place = this.visible(view, place.before);
      }
      return { ...startingAt(place, undefined, model), undo: "retry" };
    });
  }

  /** RW-3; `undoes` is the entry of the undo stack that is undone by it. @throws BraidError `SESSION_BUSY`, `INVALID_INPUT` */
  unrewind({ session }: SessionView, op_id: OpId, undoes?: number): void {
    const { store, state, ids, clock } = this.deps;
    const { id: session_id } = session;
    const claim = state.claim(session_id);
    try {
      // What is hidden while it is open would be settled, and counted, later (TK-2).
      settleLeftOpen(this.deps, this.feeds, session_id);
      store.unrewind({
        session_id,
        op_id,
        new_op_id: ids.op(),
        now: clock.now(),
        ...(undoes === undefined ? {} : { undoes }),
      });
    } catch (error) {
      state.release(claim);
      throw error;
    }
    // What the last turn of the other timeline had come to is no news of this one.
    state.release(claim, { state: "idle" });
    state.tellEnd(session_id);
    if (this.feeds.has(session_id)) this.feeds.of(session_id).publish({ type: "reset" });
  }

  private visible({ session }: SessionView, message_id: MessageId): PlaceInTimeline {
    const place = this.deps.store.placeOf(session.id, message_id);
    if (place === undefined) throw new BraidError("MESSAGE_NOT_FOUND", t("timeline.no-message.message"));
    if (place.message.hidden_at !== undefined) {
      const hint = t("timeline.hidden.hint");
      throw new BraidError("MESSAGE_NOT_FOUND", t("timeline.hidden.message"), { hint });
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
  new BraidError("INVALID_INPUT", t(`timeline.${why}.message`), { hint: t(`timeline.${why}.hint`) });
