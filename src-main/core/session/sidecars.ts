/** Sidecars (BR-4): sessions that stand beside another one and appear in no list but its own. At most one of them is open there. */

import type { Sidecar } from "../../../src-preload/contract/domain/branches";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import type { Branches } from "./branches";
import type { SessionNews } from "./news";
import { branchTitle, firstWords } from "./title-text";
import type { Titles } from "./titles";

/** The sidecars of a session, closed ones too, oldest first (BR-4). */
export const sidecarsOf = (
  { store, state }: Pick<TurnDeps, "store" | "state">,
  session_id: SessionId,
): Sidecar[] =>
  store.sidecars(session_id).flatMap(({ session_id: id, ...sidecar }) => {
    const view = store.session(id);
    return view === undefined ? [] : [{ session: view.session, state: state.status(id).state, ...sidecar }];
  });

export class Sidecars {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "clock">,
    private readonly news: SessionNews,
    private readonly branches: Pick<Branches, "copy" | "lastSettled" | "remove">,
    private readonly titles: Pick<Titles, "consider">,
  ) {}

  /**
   * Opens a sidecar, also while the parent runs. It gets the settled messages, at most up to `from_message_id`, which may be hidden. A
   * sidecar of a sidecar stands beside the same session.
   * @throws BraidError `MESSAGE_NOT_FOUND`
   */
  async open({
    session_id: parent_session_id,
    from_message_id: from,
  }: SessionRef & { from_message_id?: MessageId }): Promise<SessionSummary> {
    const { store } = this.deps;
    const parent = this.news.read(parent_session_id);
    const asked = from === undefined ? undefined : store.message(parent_session_id, from);
    if (from !== undefined && asked === undefined)
      throw new BraidError("MESSAGE_NOT_FOUND", say("timeline.no-message.message"));
    // A hidden message has settled, whatever stands in its place (RW-3).
    const last = asked?.hidden_at === undefined ? this.settledUpTo(parent_session_id, from) : from;
    const id = await this.branches.copy(parent, {
      parent_session_id,
      ...(last === undefined ? {} : { from_message_id: last }),
      settled: true,
      main_id: store.sidecarOf(parent_session_id)?.main_id ?? parent_session_id,
    });
    return this.news.announce(id);
  }

  /** The last visible settled message that is not after `from`; undefined where none has settled. */
  private settledUpTo(session_id: SessionId, from: MessageId | undefined): MessageId | undefined {
    const settled = this.branches.lastSettled(session_id);
    return settled === undefined || from === undefined || settled < from ? settled : from;
  }

  list({ session_id }: SessionRef): Sidecar[] {
    this.news.read(session_id);
    return sidecarsOf(this.deps, session_id);
  }

  /** Returns the session beside which a sidecar stands, and whether it is open there; undefined for a session that is no sidecar. */
  placeOf(session_id: SessionId): { main_id: SessionId; open: boolean } | undefined {
    return this.deps.store.sidecarOf(session_id);
  }

  /** Returns a sidecar's name: the first question that was asked in it. Undefined where there is no question, or no sidecar. */
  nameOf(session_id: SessionId): string | undefined {
    const { store } = this.deps;
    const place = store.sidecarOf(session_id);
    return (
      place && store.sidecars(place.main_id).find((sidecar) => sidecar.session_id === session_id)?.question
    );
  }

  /** Opens a sidecar in the place of another one. */
  show({ session_id }: SessionRef): void {
    this.news.read(session_id);
    this.deps.store.showSidecar(session_id, this.deps.clock.now());
    this.news.announceSidecar(session_id);
  }

  /** Closes a sidecar, and removes it where nothing was said in it, nor begun. Resolves when that is done. */
  async close({ session_id }: SessionRef): Promise<void> {
    const { store, clock } = this.deps;
    this.news.read(session_id);
    const place = store.sidecarOf(session_id);
    if (place === undefined) return;
    if (store.discardSidecar(session_id, clock.now())) {
      this.news.announceSidecarsOf(place.main_id);
      await this.branches.remove(session_id);
    } else {
      store.closeSidecar(session_id, clock.now());
      this.news.announceSidecarsOf(place.main_id);
    }
  }

  /** BR-4: makes the sidecar a branch like others, named by its first question, later by the title agent (SE-4). */
  promote({ session_id }: SessionRef): SessionSummary {
    this.news.read(session_id);
    this.makeBranch(session_id);
    this.titles.consider(session_id);
    return this.news.announce(session_id);
  }

  private makeBranch(session_id: SessionId): void {
    const { store } = this.deps;
    const place = store.sidecarOf(session_id);
    if (place === undefined) return;
    const family = store.family(session_id);
    store.promoteSidecar(
      session_id,
      (title, question = "") => firstWords(question) || branchTitle(title, family),
    );
    this.news.announceSidecarsOf(place.main_id);
  }

  /** Stops the sidecars of a session that goes into the trash: nobody would see their answers. */
  stopAll(main_id: SessionId): void {
    const { store, state } = this.deps;
    for (const { session_id } of store.sidecars(main_id))
      if (state.isRunning(session_id)) state.abort(session_id);
  }

  /** Makes a sidecar a branch when it comes back from the trash without its session: nobody would find it there. */
  restoring(session_id: SessionId): void {
    const place = this.deps.store.sidecarOf(session_id);
    if (place !== undefined && this.deps.store.session(place.main_id) === undefined)
      this.makeBranch(session_id);
  }
}
