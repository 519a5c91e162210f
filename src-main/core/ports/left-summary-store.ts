/** The part of the store that keeps summaries of turns that were left (RW-8). */

import type { MessageId, OpId, PartId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { LeftSummary } from "../../../src-preload/contract/domain/left-summary";

/** The summary as a message, which stands where its id places it. */
export interface NewLeftSummary {
  id: MessageId;
  part_id: PartId;
  session_id: SessionId;
  left: LeftSummary;
  now: number;
}

export interface TakingOut {
  session_id: SessionId;
  /** The summary's message. */
  message_id: MessageId;
  /** Names the op that takes it out. */
  op_id: OpId;
  now: number;
}

export interface PuttingBack {
  session_id: SessionId;
  /** The op that took it out. */
  op_id: OpId;
  /** The entry of the undo stack that this undoes. */
  undoes: number;
  now: number;
}

export interface LeftSummaryStore {
  /** Adds the summary to a session that is being made (BR-2). */
  addLeftSummary(summary: NewLeftSummary): void;
  /** One transaction. @throws BraidError `INVALID_INPUT` where no such summary is visible */
  takeOut(write: TakingOut): void;
  /** One transaction. Where the summary's timeline is hidden by now, the summary comes back with it. */
  putBack(write: PuttingBack): void;
}
