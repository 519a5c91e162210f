/** The part of the store that keeps texts that are not sent yet (QU-2). */

import type { Draft, DraftPlace, PlacedDraft } from "../../../src-preload/contract/domain/drafts";
import type { SessionId } from "../../../src-preload/contract/domain/ids";

/** A draft belongs to a place and to its writer: two who write in one place keep their own words. */
export interface DraftKey {
  place: DraftPlace;
  /** The same name after a restart. */
  writer: string;
}

export interface DraftStore {
  /**
   * Replaces this writer's draft in this place. A draft without text, files and choices is deleted. @throws BraidError `FORBIDDEN` where drafts take
   * too much room
   */
  saveDraft(of: DraftKey, draft: Draft, now: number): void;
  /**
   * This writer's drafts in a session. A writer without any takes over all drafts of one other: the one with the newest draft who is not
   * among `writing`.
   */
  takeDrafts(session_id: SessionId | null, writer: string, writing: readonly string[]): PlacedDraft[];
  /** True if any writer has words or files in any place. */
  hasDrafts(): boolean;
}
