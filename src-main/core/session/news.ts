/** Tells windows of changes of a session: in the app-wide list, and on the session's own feed. */

import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary, SessionView } from "../../../src-preload/contract/domain/sessions";
import { BraidError, toErrorInfo } from "../braid-error";
import { Emitter } from "../emitter";
import type { Feeds } from "../feed/feeds";
import type { TurnDeps } from "../run/turn-context";
import { say } from "../say";
import { sessionChanged } from "./listing";

export class SessionNews {
  /** Tells of sessions whose timeline is another one now, outside any turn. */
  readonly moved = new Emitter<SessionId>();

  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "state">,
    private readonly feeds: Feeds,
    /** App-wide news. */
    readonly events: Emitter<CoreEvent>,
  ) {}

  /** A session as the store has it, its sums included; never waits for a running turn (SE-1). @throws BraidError `SESSION_NOT_FOUND` */
  read(session_id: SessionId): SessionView {
    const view = this.deps.store.session(session_id);
    if (view === undefined) throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
    return view;
  }

  /** Tells a session's present state, and returns it. @throws BraidError `SESSION_NOT_FOUND` */
  announce(session_id: SessionId): SessionSummary {
    const view = this.read(session_id);
    const { ephemeral, part_of } = view.session;
    // No list has a sidecar (BR-4), nor the session of a helper (AG-2).
    if (ephemeral !== undefined) this.announceSidecar(session_id);
    else if (part_of === undefined) this.events.emit(sessionChanged(this.deps, view.session));
    if (this.feeds.has(session_id)) this.feeds.of(session_id).publish({ type: "session", view });
    return view.session;
  }

  /** As `announce`, for a session that is new, or whose timeline is another one now. @throws BraidError `SESSION_NOT_FOUND` */
  announceMoved(session_id: SessionId): SessionSummary {
    const session = this.announce(session_id);
    this.moved.emit(session_id);
    return session;
  }

  /** Tells that a sidecar has changed. Does nothing for another session. */
  announceSidecar(session_id: SessionId): void {
    const place = this.deps.store.sidecarOf(session_id);
    if (place !== undefined) this.announceSidecarsOf(place.main_id);
  }

  announceSidecarsOf(main_id: SessionId): void {
    this.events.emit({ type: "sidecars-changed", session_id: main_id });
  }

  /** Runs work that no call waits for. Tells the windows of its failure, instead of throwing at the process (SV-7). */
  inBackground(work: () => unknown): void {
    try {
      work();
    } catch (error) {
      this.tellFailure(error);
    }
  }

  /** Tells the windows of a failure that no call rejects with. */
  tellFailure(error: unknown): void {
    this.events.emit({ type: "background-error", error: toErrorInfo(error) });
  }
}
