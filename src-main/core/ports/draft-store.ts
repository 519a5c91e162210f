/** The part of the store that keeps what is written and not sent (QU-2). */

import type { Draft, DraftPlace, PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";

/** A draft belongs to a place and to whoever writes there: two who write in one place keep their own words. */
export interface DraftOf {
  place: DraftPlace;
  /** The same after a restart. */
  writer: string;
}

export interface DraftStore {
  /** Replaces what this writer kept in this place. Without text and model it is deleted. @throws BraidError `FORBIDDEN` where too much is kept */
  saveDraft(of: DraftOf, draft: Draft, now: number): void;
  /**
   * This writer's drafts in a session. Where it has none there, it takes over all that one other has left: the newest of those that are
   * not among `writing`.
   */
  takeDrafts(session_id: SessionId | null, writer: string, writing: readonly string[]): PlacedDraft[];
}
