/** Asides (BR-4): sessions that stand beside another one and are in no list but its own. At most one of them is open there. */
import type { AppEvent } from "../../../src-preload/contract/bridge";
import type { Aside } from "../../../src-preload/contract/calls/branches";
import type { MessageId, SessionId } from "../../../src-preload/contract/ids";
import type { SessionView } from "../../../src-preload/contract/types";
import { BraidError } from "../braid-error";
import { t } from "../language/language";
import type { TurnDeps } from "../run/call";
import type { Branches } from "./branches";
import { branchTitle } from "./title-text";

export class Asides {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "clock">,
    private readonly branches: Pick<Branches, "branch" | "lastSettled" | "remove">,
    private readonly emit: (event: AppEvent) => void,
  ) {}

  /** Also while the parent runs: it knows what had settled, at most up to `from`. Resolves with its id. @throws BraidError `MESSAGE_NOT_FOUND` */
  open(parent: SessionView, from: MessageId | undefined): Promise<SessionId> {
    const { store } = this.deps;
    const parent_session_id = parent.session.id;
    if (from !== undefined && store.message(parent_session_id, from) === undefined)
      throw new BraidError("MESSAGE_NOT_FOUND", t("timeline.no-message.message"));
    const settled = this.branches.lastSettled(parent_session_id);
    const last = from === undefined || (settled !== undefined && settled < from) ? settled : from;
    return this.branches.branch(parent, {
      parent_session_id,
      ...(last === undefined || settled === undefined ? {} : { from_message_id: last }),
      settled: true,
      // One of an aside stands beside the same session.
      beside_id: store.asideOf(parent_session_id)?.beside_id ?? parent_session_id,
    });
  }

  /** Oldest first. */
  list(session_id: SessionId): Aside[] {
    const { store } = this.deps;
    return store.asides(session_id).flatMap(({ session_id: id, ...aside }) => {
      const view = store.session(id);
      return view === undefined ? [] : [{ session: view.session, ...aside }];
    });
  }

  /** Puts it where another one was open. */
  show(session_id: SessionId): void {
    this.deps.store.showAside(session_id, this.deps.clock.now());
    this.changed(session_id);
  }

  /** It is kept, if anything was said in it or begun to be. Resolves when it is, or when nothing is left of it. */
  async close(session_id: SessionId): Promise<void> {
    const { store, clock } = this.deps;
    const place = store.asideOf(session_id);
    if (place === undefined) return;
    if (store.discardAside(session_id, clock.now())) {
      this.emit({ type: "session-removed", session_id });
      this.tell(place.beside_id);
      await this.branches.remove(session_id);
    } else {
      store.closeAside(session_id, clock.now());
      this.tell(place.beside_id);
    }
  }

  /** From here on a branch as others are, and named as one. */
  promote(session_id: SessionId): void {
    const { store } = this.deps;
    const place = store.asideOf(session_id);
    const session = store.session(session_id)?.session;
    if (place === undefined || session === undefined) return;
    store.promoteAside(session_id, branchTitle(session.title, store.family(session_id)));
    this.tell(place.beside_id);
  }

  /** It is back from the trash: where what it stood beside is gone nobody would find it, so it is a branch. */
  restored(session_id: SessionId): void {
    const place = this.deps.store.asideOf(session_id);
    if (place !== undefined && this.deps.store.session(place.beside_id) === undefined)
      this.promote(session_id);
  }

  /** Something about an aside has changed; nothing happens for a session that is none. */
  changed(session_id: SessionId): void {
    const place = this.deps.store.asideOf(session_id);
    if (place !== undefined) this.tell(place.beside_id);
  }

  private tell(beside_id: SessionId): void {
    this.emit({ type: "asides-changed", session_id: beside_id });
  }
}
