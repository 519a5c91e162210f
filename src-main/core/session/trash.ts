/** The trash (DB-10): keeps deleted sessions whole until they are restored or removed for good. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionRef, TrashRequest } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { TrashPage } from "../../../src-preload/contract/domain/trash";
import type { TurnDeps } from "../run/turn-context";
import type { Branches } from "./branches";
import { leaveHelpers } from "./later-helpers";
import type { SessionNews } from "./news";
import type { Sidecars } from "./sidecars";

export class Trash {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state" | "clock">,
    private readonly news: SessionNews,
    private readonly branches: Pick<Branches, "remove">,
    private readonly sidecars: Sidecars,
  ) {}

  /** Stops the runs of the session, of its sidecars and of its helpers. Its branches stay. */
  put({ session_id }: SessionRef): void {
    const { store, clock } = this.deps;
    this.news.read(session_id);
    store.trashSession(session_id, true, clock.now());
    this.news.events.emit({ type: "sessions-removed", session_ids: [session_id, ...this.end(session_id)] });
    this.news.announceSidecar(session_id);
  }

  /** Stops what runs in a session that is in the trash now. Returns the sessions of its helpers, which go with it. */
  end(session_id: SessionId): SessionId[] {
    const { state } = this.deps;
    if (state.isRunning(session_id)) state.abort(session_id);
    this.sidecars.stopAll(session_id);
    return leaveHelpers(this.deps, session_id);
  }

  /** @throws BraidError `SESSION_NOT_FOUND` for a session that is removed for good, or being removed */
  restore({ session_id }: SessionRef): SessionSummary {
    const { store, clock } = this.deps;
    // A sidecar becomes a branch before it is restored: a crash or a full disk in between leaves a branch in the trash.
    if (store.isInTrash(session_id)) this.sidecars.restoring(session_id);
    store.trashSession(session_id, false, clock.now());
    this.news.events.emit({ type: "trash-left", session_id });
    return this.news.announce(session_id);
  }

  list({ limit, before }: TrashRequest): TrashPage {
    const { store } = this.deps;
    const found = store.trash({ limit: limit + 1, ...(before === undefined ? {} : { before }) });
    const sessions = found.slice(0, limit);
    const last = found.length > limit ? sessions.at(-1) : undefined;
    return {
      sessions,
      count: store.trashCount(),
      ...(last === undefined ? {} : { next: { deleted_at: last.deleted_at, id: last.id } }),
    };
  }

  /** DB-10: removes a session for good. @throws BraidError `SESSION_NOT_FOUND` where it is not in the trash */
  async remove({ session_id }: SessionRef): Promise<void> {
    // A turn that was stopped with the session may still write its end.
    await this.deps.state.ended(session_id);
    await this.removeEnded(session_id);
  }

  private async removeEnded(session_id: SessionId): Promise<void> {
    this.deps.store.beginRemoval(session_id, this.deps.clock.now());
    this.news.events.emit({ type: "trash-left", session_id });
    await this.branches.remove(session_id);
  }

  /**
   * Removes one session after the other, and looks each up anew: another window may be emptying the trash too. Sessions deleted after
   * `through` stay.
   */
  async empty({ through }: { through?: number } = {}): Promise<void> {
    const last = through ?? this.deps.store.trash({ limit: 1 })[0]?.deleted_at;
    if (last === undefined) return;
    const before = { deleted_at: last + 1, id: "" as SessionId };
    const next = () => this.deps.store.trash({ limit: 1, before })[0];
    for (let session = next(); session !== undefined; session = next()) {
      await this.deps.state.ended(session.id);
      // Another window may have restored or removed the session while its run ended.
      if (next()?.id === session.id) await this.removeEnded(session.id);
    }
  }
}
