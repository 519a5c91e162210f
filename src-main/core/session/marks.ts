/**
 * What sessions are marked with: pinned by their user, unread until a window has shown them. A session counts as seen while a window is
 * attached to it, in front or not: what came is then the first thing its reader finds there.
 */
import type { SessionId } from "../../../src-preload/contract/ids";
import type { Feeds } from "../feed/feeds";
import type { Clock } from "../ports/clock";
import type { Store } from "../ports/store";

export interface MarksDeps {
  store: Pick<Store, "markSession" | "session">;
  clock: Clock;
  feeds: Feeds;
}

export class Marks {
  constructor(private readonly deps: MarksDeps) {}

  pin(session_id: SessionId, pinned: boolean): void {
    this.deps.store.markSession(session_id, { pinned_at: pinned ? this.deps.clock.now() : null });
  }

  markUnread(session_id: SessionId, unread: boolean): void {
    this.deps.store.markSession(session_id, { unread_since: unread ? this.deps.clock.now() : null });
  }

  /** An answer has ended, or a question waits; returns whether the session is unread by that. */
  noteNews(session_id: SessionId): boolean {
    const { store, feeds } = this.deps;
    if (feeds.isWatched(session_id)) return false;
    const session = store.session(session_id)?.session;
    // No list has an aside (BR-4): nobody would see the mark.
    if (session?.unread !== undefined || session?.ephemeral !== undefined) return false;
    this.markUnread(session_id, true);
    return true;
  }

  /** A window shows it; returns whether it was unread. */
  noteSeen(session_id: SessionId): boolean {
    if (this.deps.store.session(session_id)?.session.unread === undefined) return false;
    this.markUnread(session_id, false);
    return true;
  }
}
