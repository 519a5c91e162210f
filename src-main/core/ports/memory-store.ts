/** The store of sessions that are kept in memory alone (SE-10), and what saving one of them needs of it. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionsOfMemory } from "./exchange";
import type { Store } from "./store";

/** A session with all that descends from it. */
export interface Descent {
  /** The session itself, and its branches. */
  sessions: SessionId[];
  /** Theirs. */
  sidecars: SessionId[];
}

export interface MemoryStore extends Store {
  descent(session_id: SessionId): Descent;
  /**
   * Hands the sessions to `work` as they are now. Until it has ended every verb that writes throws `SESSION_BUSY`: what is said meanwhile
   * would be neither in the copy nor, later, here.
   */
  whileHeld(
    session_ids: readonly SessionId[],
    work: (sessions: SessionsOfMemory) => Promise<void>,
  ): Promise<void>;
}
