/**
 * Marks sessions: pinned by their user, or unread until their end was seen. Windows say what is seen, because an attached window may lie
 * behind others, be scrolled up, or show something else in the place of the conversation.
 */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionRef } from "../../../src-preload/contract/domain/requests";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { Feeds } from "../feed/feeds";
import type { Clock } from "../ports/clock";
import type { SessionStore } from "../ports/session-store";
import type { SessionNews } from "./news";

export interface ReadStateDeps {
  store: Pick<SessionStore, "markSession" | "session">;
  clock: Clock;
  feeds: Pick<Feeds, "isWatched">;
  news: SessionNews;
  /** Returns true where the end of a session stands before its user's eyes. Asked only for a session with an attached window. */
  isSeen(session_id: SessionId): boolean;
}

export class ReadState {
  /** Sessions that their user marked unread while looking at them: the mark stands until a window shows them anew. */
  readonly #kept = new Set<SessionId>();

  constructor(private readonly deps: ReadStateDeps) {}

  pin({ session_id, pinned }: SessionRef & { pinned: boolean }): SessionSummary {
    const { store, clock, news } = this.deps;
    news.read(session_id);
    store.markSession(session_id, { pinned_at: pinned ? clock.now() : null });
    return news.announce(session_id);
  }

  /** Marks by the user's hand: the mark stands until a window shows the session anew, or the user says that it is read. */
  markUnread({ session_id, unread }: SessionRef & { unread: boolean }): SessionSummary {
    this.deps.news.read(session_id);
    if (unread) this.#kept.add(session_id);
    else this.#kept.delete(session_id);
    this.#mark(session_id, unread);
    return this.deps.news.announce(session_id);
  }

  /** An answer has ended, or a question waits. Marks the session unread if its user may be elsewhere, and tells the windows. */
  noteNews(session_id: SessionId): void {
    this.#tell(session_id, () => this.markNews(session_id));
  }

  /** Marks without telling. Returns true if this made the session unread. */
  markNews(session_id: SessionId): boolean {
    const { store, feeds, isSeen } = this.deps;
    if (feeds.isWatched(session_id) && isSeen(session_id)) return false;
    this.#kept.delete(session_id);
    const session = store.session(session_id)?.session;
    if (session === undefined || session.unread !== undefined) return false;
    this.#mark(session_id, true);
    return true;
  }

  /** A window shows the session anew: the user has found the session that they marked. */
  noteShown(session_id: SessionId): void {
    this.#kept.delete(session_id);
  }

  /** The ends of these sessions are before their user's eyes now. */
  noteVisible(session_ids: readonly SessionId[]): void {
    for (const id of session_ids)
      if (!this.#kept.has(id) && this.deps.feeds.isWatched(id)) this.#tell(id, () => this.noteSeen(id));
  }

  /** The user has done something with the session that only a reader does. Returns true if the session was unread. */
  noteSeen(session_id: SessionId): boolean {
    this.#kept.delete(session_id);
    if (this.deps.store.session(session_id)?.session.unread === undefined) return false;
    this.#mark(session_id, false);
    return true;
  }

  /** Announces the session where `changed` says so. */
  #tell(session_id: SessionId, changed: () => boolean): void {
    const { news } = this.deps;
    news.inBackground(() => changed() && news.announce(session_id));
  }

  #mark(session_id: SessionId, unread: boolean): void {
    this.deps.store.markSession(session_id, { unread_since: unread ? this.deps.clock.now() : null });
  }
}
