/** Branches and sidecars (BR-1, BR-2, BR-4): a session made of another's messages up to a point, all of them or none. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { FamilyMember } from "../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { LeftSummary } from "../../../src-preload/contract/domain/left-summary";
import type { BranchRequest, SessionRef } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary, SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { Feeds } from "../feed/feeds";
import { copyOf } from "../ids";
import type { CopiedMessages, CopiedTimeline, NewCopy, SummaryPointers } from "../ports/branch-store";
import { PARENT_STOPPED } from "../run/run-state";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { inTimeSlices, nextTurn } from "../time-slice";
import type { Leaving } from "./leaving";
import type { SessionNews } from "./news";
import { settleLeftOpen } from "./recovery";
import { tellCreated } from "./tell-hooks";
import { branchTitle } from "./title-text";

/** Milliseconds between two tries to remove a half-made copy from a full disk: soon at first, then less often. */
const SOONEST_MS = 100;
const LATEST_MS = 2000;

/** Messages of one transaction: well under a frame of a screen. */
const AT_ONCE = 50;
/** A copy grows its transactions as long as each takes a few milliseconds: each commit writes pages that the next one writes again. */
const MOST_AT_ONCE = 400;
const SHORT_MS = 3;
const LONG_MS = 6;

export interface NewBranch extends Omit<BranchRequest, "from_message_id" | "take_along"> {
  /** Absent for a copy without messages. */
  from_message_id?: MessageId;
  /** The session beside which the copy stands as a sidecar (BR-4). */
  main_id?: SessionId;
  /** RW-8: stands at the end of the copy. */
  left?: LeftSummary | undefined;
}

type Origin = Pick<NewCopy, "parent_id" | "parent_message_id">;
const NOTHING: CopiedTimeline = { ids: [], compacted: {}, summaries: {} };

export class Branches {
  private readonly underWay = new Set<Promise<unknown>>();
  private closing = false;
  /** Aborts the waits for a disk. */
  private readonly ending = new AbortController();

  constructor(
    private readonly deps: Pick<
      TurnDeps,
      "store" | "state" | "ids" | "clock" | "recorder" | "data_dir" | "hooks"
    >,
    private readonly feeds: Feeds,
    private readonly news: SessionNews,
    private readonly leaving: Leaving,
  ) {}

  /**
   * Begins nothing any more, and resolves when nothing is under way. The next start removes sessions that are half made or half removed.
   */
  async close(): Promise<void> {
    this.closing = true;
    this.ending.abort();
    await Promise.allSettled(this.underWay);
  }

  /**
   * BR-1. Resolves when the branch is whole. With a summary (RW-8) the parent takes no turn until that is written.
   * @throws BraidError `SESSION_BUSY` (BR-2), `MESSAGE_NOT_FOUND`, `RUN_ABORTED` while closing, those of the summary
   */
  async branch({ take_along, ...input }: BranchRequest): Promise<SessionSummary> {
    const { parent_session_id, from_message_id } = input;
    const parent = this.news.read(parent_session_id);
    const place = () => {
      this.mayLeave(parent_session_id, from_message_id);
      return { from: from_message_id, keep: true, ...take_along };
    };
    const left = take_along && (await this.noted(this.leaving.ofRest(parent_session_id, place)));
    return this.news.announceMoved(await this.copy(parent, { ...input, left }));
  }

  /** Resolves with the copy's id when the copy is whole. The caller announces it. @throws BraidError as `branch` */
  copy(parent: SessionView, branch: NewBranch): Promise<SessionId> {
    return this.noted(this.copyBits(parent, branch));
  }

  family({ session_id }: SessionRef): FamilyMember[] {
    return this.deps.store.family(this.news.read(session_id).session.id);
  }

  /** Removes a session bit by bit, with its sidecars (BR-4) and helpers (AG-2), which nobody would find any more. */
  remove(session_id: SessionId): Promise<void> {
    return this.noted(this.removeWhole(session_id).then(() => this.sweepBlobs()));
  }

  /** DB-10: nobody else may use the files of a session that was removed for good. */
  private async sweepBlobs(): Promise<void> {
    const { store, clock } = this.deps;
    if (!this.closing) await store.sweepBlobs(clock.now());
  }

  /** Shows the sessions of an import that has come, where a kill has left some hidden. */
  private async showImported(): Promise<void> {
    let all = 0;
    await inTimeSlices(() => {
      const shown = this.closing ? 0 : this.deps.store.showImported(AT_ONCE);
      all += shown;
      return shown < AT_ONCE;
    });
    if (all > 0) this.news.events.emit({ type: "sessions-arrived" });
  }

  /** Removes the sessions that a crash left half made or half removed (BR-2, DB-10). */
  async removePartial(): Promise<void> {
    await this.showImported();
    for (const session_id of this.deps.store.partialSessions()) await this.remove(session_id);
  }

  private async copyBits(
    { session }: SessionView,
    { from_message_id, settled, main_id, left, metadata: over }: NewBranch,
  ): Promise<SessionId> {
    const { store, ids, clock } = this.deps;
    const source_id = session.id;
    // Each of the longer steps gets a turn of the loop for itself.
    await nextTurn();
    // Rows are copied as they stand: an open message would be copied without the deltas beside its rows.
    if (this.isIdle(source_id)) settleLeftOpen(this.deps, this.feeds, source_id);
    if (from_message_id !== undefined) this.mayBranch(source_id, from_message_id, settled === true);
    const timeline =
      from_message_id === undefined ? NOTHING : store.timelineThrough(source_id, from_message_id);
    const ops = new Map(Object.values(timeline.summaries).map(({ op_id }) => [op_id, ids.op()]));
    await nextTurn();
    const id = ids.session();
    // A copy is as narrow as its source (SE-1).
    const { ephemeral: _, overrides: __, ...given } = over ?? {};
    const metadata = {
      ...given,
      // A sidecar goes by its first question. A branch is open to a name (SE-4), whoever named its source.
      ...(main_id === undefined ? { titled_by: null } : { titled_by: "words", ephemeral: true }),
    };
    const origin = this.originOf(source_id, from_message_id);
    store.beginCopy({ id, source_id, ...origin, metadata, ops: [...ops], now: clock.now() });
    try {
      await this.shareOutputs(source_id, id);
      const copied_through = await this.copyAll(id, timeline, ops);
      await nextTurn();
      if (left !== undefined) store.addLeftSummary(this.leaving.messageOf(id, left));
      const beside = main_id === undefined ? {} : { main_id };
      // The title is chosen last: until then the family does not list this copy, and another copy may be under way.
      const title = branchTitle(session.title, store.family(origin.parent_id));
      store.finishCopy({ id, title, copied_through, ...beside, now: clock.now() });
    } catch (error) {
      await this.removeBits(id).catch(() => void this.noted(this.removeInTime(id)));
      throw error;
    }
    tellCreated(this.deps, this.news.read(id).session);
    return id;
  }

  /** AG-1: a copied part says where the whole output is. The code of the tools is loaded only where there is one. */
  private async shareOutputs(from: SessionId, to: SessionId): Promise<void> {
    const { data_dir } = this.deps;
    if (data_dir === undefined || !existsSync(join(data_dir, "tool-outputs"))) return;
    const { shareKept } = await import("../tools/output-cap");
    await shareKept(data_dir, from, to);
  }

  /**
   * BR-2: a refused copy leaves nothing behind. A disk that had no room for the copy may have no room to remove it either, so this tries
   * until it has.
   */
  private async removeInTime(session_id: SessionId): Promise<void> {
    const { signal } = this.ending;
    for (let wait = SOONEST_MS; !this.closing; wait = Math.min(2 * wait, LATEST_MS)) {
      const waited = await setTimeout(wait, true, { signal, ref: false }).catch(() => false);
      const gone =
        waited &&
        (await this.removeBits(session_id).then(
          () => true,
          () => false,
        ));
      if (gone) return;
    }
  }

  /** Names the parent of a copy. A branch of a sidecar has the sidecar's parent: a sidecar is nobody's parent. */
  private originOf(session_id: SessionId, from: MessageId | undefined): Origin {
    const { store } = this.deps;
    const ofSidecar = store.sidecarOf(session_id) && store.branchLinks(session_id).origin;
    const at = ofSidecar === undefined ? from : ofSidecar.message_id;
    return {
      parent_id: ofSidecar?.session_id ?? session_id,
      ...(at === undefined ? {} : { parent_message_id: at }),
    };
  }

  /** The last message before the turn that runs, or the last of all where none does; undefined where none has settled. */
  lastSettled(session_id: SessionId): MessageId | undefined {
    const { store } = this.deps;
    const begun = this.beginningOfRun(session_id);
    const page = store.page(session_id, { limit: 1, ...(begun === undefined ? {} : { before: begun }) });
    return page.messages[0]?.id;
  }

  /** Returns the copy of the last message. */
  private async copyAll(
    id: SessionId,
    timeline: CopiedTimeline,
    ops: ReadonlyMap<OpId, OpId>,
  ): Promise<MessageId> {
    const { store, ids } = this.deps;
    let done = 0;
    let most = AT_ONCE;
    let last = ids.message();
    const first = ids.block(timeline.ids.length);
    const pointers = pointersOf(timeline, ops, first);
    await inTimeSlices(() => {
      if (this.closing)
        throw new BraidError("RUN_ABORTED", say("closing.message"), { hint: say("closing.hint") });
      const some = timeline.ids.slice(done, done + most);
      const begun = performance.now();
      const hidden = hiddenAmong(some, timeline, ops);
      const copies = { ids: some, first: first + BigInt(done), hidden, pointers };
      if (some.length > 0) last = store.copyMessages(id, copies, ids.block) ?? last;
      most = nextSize(most, performance.now() - begun);
      done += some.length;
      return done >= timeline.ids.length;
    });
    return last;
  }

  /**
   * Removes what stands beside the session first and the session last: the next start finishes a removal that a crash cut. A sidecar that was promoted
   * meanwhile stays.
   */
  private async removeWhole(session_id: SessionId): Promise<void> {
    const { store } = this.deps;
    const next = () => store.sidecars(session_id)[0]?.session_id;
    for (let sidecar = next(); sidecar !== undefined; sidecar = next()) await this.removeSidecar(sidecar);
    // None comes any more: the session is in the trash, and does not run.
    for (const helper of store.tasksOf(session_id)) await this.removeHelper(helper);
    await this.removeBits(session_id);
  }

  /** Puts a sidecar into the trash and takes it out for good in one step: nobody can restore half of it. */
  private async removeSidecar(sidecar: SessionId): Promise<void> {
    const { store, state, clock } = this.deps;
    if (state.isRunning(sidecar)) {
      state.abort(sidecar);
      return await state.ended(sidecar);
    }
    store.trashSession(sidecar, true, clock.now());
    store.beginRemoval(sidecar, clock.now());
    await this.removeBits(sidecar);
  }

  /** Removes the session of a helper, with the helpers of its own. */
  private async removeHelper(helper: SessionId): Promise<void> {
    const { store, state, clock } = this.deps;
    if (state.isRunning(helper)) state.abort(helper, PARENT_STOPPED);
    await state.ended(helper);
    store.trashSession(helper, true, clock.now());
    store.beginRemoval(helper, clock.now());
    await this.removeWhole(helper);
  }

  private async removeBits(session_id: SessionId): Promise<void> {
    const { store, data_dir, hooks } = this.deps;
    if (data_dir !== undefined) {
      const { removeKept } = await import("../tools/output-cap");
      await removeKept(data_dir, session_id);
    }
    await inTimeSlices(() => this.closing || store.removeSome(session_id, AT_ONCE));
    // The next start finishes, and tells of, a removal that the app's end has cut.
    if (!this.closing) hooks?.tell("session_delete", { session_id });
  }

  private noted<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    const over = () => this.underWay.delete(work);
    work.then(over, over);
    return work;
  }

  /** Returns true where the session neither runs nor waits for an answer of its user; after an error it is idle too (BR-2). */
  private isIdle(session_id: SessionId): boolean {
    const { state } = this.deps;
    return !state.isRunning(session_id) && state.status(session_id).state !== "waiting";
  }

  /** RW-8: only from a message of the visible timeline is known what comes after it. */
  private mayLeave(session_id: SessionId, message_id: MessageId): void {
    const place = this.deps.store.placeOf(session_id, message_id);
    if (place === undefined || (place.message.hidden_at !== undefined && !place.summarised))
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
  }

  /** BR-2. */
  private mayBranch(session_id: SessionId, message_id: MessageId, settled: boolean): void {
    const message = this.deps.store.message(session_id, message_id);
    if (message === undefined) throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    if (this.isIdle(session_id)) return;
    const begun = this.beginningOfRun(session_id);
    // A hidden message has settled, whatever stands in its place (RW-3).
    const hasSettled = message.hidden_at !== undefined || begun === undefined || message_id < begun;
    if (settled && hasSettled) return;
    throw new BraidError("SESSION_BUSY", say("timeline.unsettled.message"), {
      hint: say("timeline.unsettled.hint"),
    });
  }

  /**
   * The first message of the turn that runs or waits: its question, or the answer alone where an old question is answered anew or a cut answer
   * goes on. Undefined where all has settled, as while a summary is made by hand: the session is busy then, but answers nothing. Only the
   * store knows it after a restart, when nothing is live and a question of the turn still waits.
   */
  private beginningOfRun(session_id: SessionId): MessageId | undefined {
    const { store } = this.deps;
    if (this.isIdle(session_id)) return undefined;
    const open = store
      .unsettledMessages(session_id)
      .find(({ id }) => store.message(session_id, id)?.hidden_at === undefined)?.id;
    if (open === undefined) return undefined;
    const [before] = store.page(session_id, { limit: 1, before: open }).messages;
    return before?.role === "user" ? before.id : open;
  }
}

/** How many messages the next transaction copies, after one of `size` took `ms`. */
function nextSize(size: number, ms: number): number {
  if (ms < SHORT_MS) return Math.min(2 * size, MOST_AT_ONCE);
  return ms > LONG_MS ? Math.max(1, size >> 1) : size;
}

/** The copies of what summaries point to. A summary behind which nothing is copied keeps no tail (Z-1). */
function pointersOf(
  { ids, summaries }: CopiedTimeline,
  ops: ReadonlyMap<OpId, OpId>,
  first: bigint,
): CopiedMessages["pointers"] {
  const found = Object.entries(summaries) as [MessageId, SummaryPointers][];
  if (found.length === 0) return {};
  const copies = new Map(ids.map((id, at) => [id, copyOf(id, first + BigInt(at))]));
  return Object.fromEntries(
    found.map(([id, { op_id, tail_start_id, split_id }]) => {
      const split = split_id && copies.get(split_id);
      const pointers = {
        op_id: ops.get(op_id) ?? op_id,
        tail_start_id: copies.get(tail_start_id) ?? copies.get(id) ?? tail_start_id,
        ...(split === undefined ? {} : { split_id: split }),
      };
      return [id, pointers];
    }),
  );
}

function hiddenAmong(
  some: readonly MessageId[],
  { compacted }: CopiedTimeline,
  ops: ReadonlyMap<OpId, OpId>,
): CopiedMessages["hidden"] {
  const hidden: Record<MessageId, OpId> = {};
  // To look for ten thousand ids takes milliseconds, also where nothing is to be found.
  if (ops.size === 0) return hidden;
  for (const message_id of some) {
    const op_id = compacted[message_id];
    const copied = op_id && ops.get(op_id);
    if (copied !== undefined) hidden[message_id] = copied;
  }
  return hidden;
}
