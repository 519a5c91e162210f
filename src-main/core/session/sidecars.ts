/** Sidecars (BR-4): sessions that stand beside another one and are in no list but its own. At most one of them is open there. */

import type { Sidecar } from "../../../src-preload/contract/domain/branches";
import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError } from "../braid-error";
import { t } from "../language/language";
import type { TurnDeps } from "../run/call";
import type { Branches } from "./branches";
import { branchTitle } from "./title-text";

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
    private readonly branches: Pick<Branches, "branch" | "lastSettled" | "remove">,
    private readonly emit: (event: CoreEvent) => void,
  ) {}

  /** Also while the parent runs: it knows what had settled, at most up to `from`, which may be hidden. Resolves with its id. @throws BraidError `MESSAGE_NOT_FOUND` */
  open(parent: SessionView, from: MessageId | undefined): Promise<SessionId> {
    const { store } = this.deps;
    const parent_session_id = parent.session.id;
    const asked = from === undefined ? undefined : store.message(parent_session_id, from);
    if (from !== undefined && asked === undefined)
      throw new BraidError("MESSAGE_NOT_FOUND", t("timeline.no-message.message"));
    // What is hidden has settled, whatever stands in its place (RW-3).
    const last = asked?.hidden_at === undefined ? this.settledUpTo(parent_session_id, from) : from;
    return this.branches.branch(parent, {
      parent_session_id,
      ...(last === undefined ? {} : { from_message_id: last }),
      settled: true,
      // One of a sidecar stands beside the same session.
      main_id: store.sidecarOf(parent_session_id)?.main_id ?? parent_session_id,
    });
  }

  /** The last visible message that has settled, at most `from`; undefined where none has. */
  private settledUpTo(session_id: SessionId, from: MessageId | undefined): MessageId | undefined {
    const settled = this.branches.lastSettled(session_id);
    return settled === undefined || from === undefined || settled < from ? settled : from;
  }

  list(session_id: SessionId): Sidecar[] {
    return sidecarsOf(this.deps, session_id);
  }

  /** How it is called: by what was asked there first; undefined where nothing was, and for what is none. */
  nameOf(session_id: SessionId): string | undefined {
    const { store } = this.deps;
    const place = store.sidecarOf(session_id);
    return (
      place && store.sidecars(place.main_id).find((sidecar) => sidecar.session_id === session_id)?.question
    );
  }

  /** Puts it where another one was open. */
  show(session_id: SessionId): void {
    this.deps.store.showSidecar(session_id, this.deps.clock.now());
    this.changed(session_id);
  }

  /** It is kept, if anything was said in it or begun to be. Resolves when it is, or when nothing is left of it. */
  async close(session_id: SessionId): Promise<void> {
    const { store, clock } = this.deps;
    const place = store.sidecarOf(session_id);
    if (place === undefined) return;
    if (store.discardSidecar(session_id, clock.now())) {
      this.tell(place.main_id);
      await this.branches.remove(session_id);
    } else {
      store.closeSidecar(session_id, clock.now());
      this.tell(place.main_id);
    }
  }

  /** From here on a branch as others are, and named as one. */
  promote(session_id: SessionId): void {
    const { store } = this.deps;
    const place = store.sidecarOf(session_id);
    if (place === undefined) return;
    const family = store.family(session_id);
    store.promoteSidecar(session_id, (title) => branchTitle(title, family));
    this.tell(place.main_id);
  }

  /** What it stands beside goes into the trash, and it with it: nobody would see an answer. */
  stopAll(main_id: SessionId): void {
    const { store, state } = this.deps;
    for (const { session_id } of store.sidecars(main_id))
      if (state.isRunning(session_id)) state.abort(session_id);
  }

  /** It comes back from the trash: where what it stood beside is gone nobody would find it, so it is a branch from then on. */
  restoring(session_id: SessionId): void {
    const place = this.deps.store.sidecarOf(session_id);
    if (place !== undefined && this.deps.store.session(place.main_id) === undefined) this.promote(session_id);
  }

  /** Something about a sidecar has changed; nothing happens for a session that is none. */
  changed(session_id: SessionId): void {
    const place = this.deps.store.sidecarOf(session_id);
    if (place !== undefined) this.tell(place.main_id);
  }

  private tell(main_id: SessionId): void {
    this.emit({ type: "sidecars-changed", session_id: main_id });
  }
}
