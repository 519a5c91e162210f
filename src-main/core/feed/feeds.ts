/**
 * The live feeds, by session (LY-5's port, in memory). A feed is made when somebody asks for it, and dropped after 30 idle minutes (SE-3).
 */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { SessionFeed } from "./session-feed";

export const IDLE_MS = 30 * 60 * 1000;

export class Feeds {
  private readonly feeds = new Map<SessionId, SessionFeed>();
  private readonly timers = new Map<SessionId, NodeJS.Timeout>();

  constructor(
    private readonly isRunning: (session_id: SessionId) => boolean,
    private readonly onForgotten: (session_id: SessionId) => void,
  ) {}

  /** Returns the session's feed, and makes one where there is none. Counts as activity. */
  of(session_id: SessionId): SessionFeed {
    const feed = this.feeds.get(session_id) ?? new SessionFeed();
    this.feeds.set(session_id, feed);
    this.touch(session_id);
    return feed;
  }

  has(session_id: SessionId): boolean {
    return this.feeds.has(session_id);
  }

  /** Returns true while a window is attached. The question is no activity: it makes no feed. */
  isWatched(session_id: SessionId): boolean {
    return this.feeds.get(session_id)?.attached === true;
  }

  private touch(session_id: SessionId): void {
    clearTimeout(this.timers.get(session_id));
    const timer = setTimeout(() => this.forgetIdle(session_id), IDLE_MS);
    timer.unref();
    this.timers.set(session_id, timer);
  }

  private forgetIdle(session_id: SessionId): void {
    if (this.isWatched(session_id) || this.isRunning(session_id)) return this.touch(session_id);
    this.feeds.delete(session_id);
    this.timers.delete(session_id);
    this.onForgotten(session_id);
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.feeds.clear();
  }
}
