/** Has summed up what a rewind or a branch leaves (RW-8), as work of the session that can be cancelled by itself. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { LeftSummary, TakeAlong } from "../../../src-preload/contract/domain/left-summary";
import type { NewLeftSummary } from "../ports/left-summary-store";
import { sumUp } from "../run/later";
import type { Leaving as Place } from "../run/sum-up";
import type { TurnDeps } from "../run/turn-context";
import type { TurnEvents } from "../run/turn-events";
import type { SessionNews } from "./news";
import { summaryWork } from "./summary-work";
import type { Claimed, Turns } from "./turns";

type Course = Place & TakeAlong;

export class Leaving {
  constructor(
    private readonly deps: TurnDeps,
    private readonly news: Pick<SessionNews, "read">,
    private readonly turns: Pick<Turns, "claimed">,
    private readonly events: TurnEvents,
  ) {}

  /**
   * Claims the session, sums up, and calls `after` with the session still claimed. A failure or a Cancel changes nothing: the session is
   * given back as it was. `after` keeps the claim or gives it back, as it needs.
   * @throws BraidError `SESSION_BUSY` (RW-6), those of `place`, of the summary and of `after`
   */
  async summedUp<T>(
    session_id: SessionId,
    place: () => Course,
    after: (left: LeftSummary, claimed: Claimed) => T,
  ): Promise<T> {
    const { state } = this.deps;
    const before = state.status(session_id);
    return await this.turns.claimed(session_id, async (claimed) => {
      try {
        const course = place();
        return after(await this.sumUp(claimed, course), claimed);
      } catch (error) {
        state.release(claimed.claim, before);
        const ending = claimed.claim.signal.aborted ? "stopped" : "well";
        this.events.emit({ type: "work-ended", session_id, ending });
        state.tellEnd(session_id);
        throw error;
      }
    });
  }

  /** The same for a session that goes on as it is. */
  async ofRest(session_id: SessionId, place: () => Course): Promise<LeftSummary> {
    const { state } = this.deps;
    const before = state.status(session_id);
    return await this.summedUp(session_id, place, (left, { claim }) => {
      state.release(claim, before);
      this.events.emit({ type: "work-ended", session_id, ending: "well" });
      state.tellEnd(session_id);
      return left;
    });
  }

  /** The summary as a message of a session, which stands behind all that are there. */
  messageOf(session_id: SessionId, left: LeftSummary): NewLeftSummary {
    const { ids, clock } = this.deps;
    return { id: ids.message(), part_id: ids.part(), session_id, left, now: clock.now() };
  }

  private sumUp({ claim }: Claimed, course: Course): Promise<LeftSummary> {
    const { session_id } = claim;
    return summaryWork(this.deps, this.news, claim, (task) =>
      sumUp(this.deps, { ...course, session_id, ...task }),
    );
  }
}
