/**
 * Frees space in the model's window by hand (PR-3), and brings pruned outputs back (PR-2). Each change claims the session for the moment in
 * which it is stored.
 */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { Freed } from "../../../src-preload/contract/domain/pruning";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import { BraidError } from "../braid-error";
import type { OutputPlace } from "../ports/prune-store";
import type { Freeing } from "../run/free-up";
import { planFreeing, tokensSaved } from "../run/later";
import { tellPruned } from "../run/tell-pruned";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { modelOfTurn } from "./model-of-turn";
import type { SessionNews } from "./news";
import type { Turns } from "./turns";

export class Pruning {
  constructor(
    private readonly deps: TurnDeps,
    private readonly news: Pick<SessionNews, "read" | "announceMoved">,
    private readonly turns: Pick<Turns, "claimed">,
  ) {}

  /** Tells what `freeUp` would free now. @throws BraidError */
  async plan({ session_id }: SessionRef): Promise<Freed> {
    const { outputs, tokens } = await this.planned(session_id);
    return { outputs, tokens };
  }

  /** PR-3. Nothing to free is no failure. @throws BraidError `SESSION_BUSY` */
  async freeUp({ session_id }: SessionRef): Promise<Freed> {
    const { marks, outputs, tokens } = await this.planned(session_id);
    const write = { session_id, marks, by_hand: { freed: tokens }, now: this.deps.clock.now() };
    if (marks.length > 0)
      this.change(session_id, marks, () => {
        this.deps.store.putPruneMarks(write);
        return true;
      });
    return { outputs, tokens };
  }

  /** PR-2. @throws BraidError `SESSION_BUSY`, `INVALID_INPUT` where the model reads all of it already */
  async bringBack({ session_id, message_id, index }: SessionRef & OutputPlace): Promise<void> {
    const message = this.deps.store.message(session_id, message_id);
    const mark = message?.pruned?.find((one) => one.index === index && one.back_at === undefined);
    if (message === undefined || mark === undefined)
      throw new BraidError("INVALID_INPUT", say("pruning.whole"));
    const change = { message_id, index, from: mark.level, to: undefined };
    const gained = -(await tokensSaved(this.deps, this.modelOf(session_id), [message], [change]));
    this.takeBack(session_id, [change], gained);
  }

  /** RW-7: brings back what was pruned by hand at a moment. @throws BraidError `SESSION_BUSY` */
  undoOf({ session_id, moment }: SessionRef & { moment: number }): void {
    this.takeBack(session_id, this.deps.store.prunedAt(session_id, moment));
  }

  private takeBack(session_id: SessionId, places: readonly OutputPlace[], gained?: number): void {
    const { store, clock } = this.deps;
    const back = { session_id, places, now: clock.now(), ...(gained === undefined ? {} : { gained }) };
    this.change(session_id, places, () => store.takeBackPruned(back));
  }

  /** `write` returns false where it changed nothing. */
  private change(session_id: SessionId, places: readonly OutputPlace[], write: () => boolean): void {
    const { state } = this.deps;
    this.turns.claimed(session_id, ({ claim, feed }) => {
      const changed = write();
      state.release(claim);
      if (changed) tellPruned(this.deps, feed, places);
    });
    this.news.announceMoved(session_id);
  }

  private async planned(session_id: SessionId): Promise<Freeing> {
    return await planFreeing(this.deps, { session_id, model: this.modelOf(session_id) });
  }

  private modelOf(session_id: SessionId): ModelRef {
    return modelOfTurn(this.deps.models, this.news.read(session_id).session, undefined);
  }
}
