/** The part of the store that puts summaries in the place of messages (CP-3), and brings the messages back (CP-7). */

import type { Compaction } from "../../../src-preload/contract/domain/compaction";
import type { MessageId, OpId, PartId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessageMetadata, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { HiddenTurns, UndoKind } from "../../../src-preload/contract/domain/timeline";

/** CP-3: the summary's message, and the op by which it hides others. */
export interface NewCompaction {
  session_id: SessionId;
  /** The summary's message. Sorts directly behind `through`: the visible messages in their order are what the model reads. */
  id: MessageId;
  part_id: PartId;
  metadata: MessageMetadata;
  /** Names the op (`op_id`) and the first message that is kept (`tail_start_id`). */
  compaction: Compaction;
  /** The last message that it hides, with all visible ones before it. The empty text sorts before all. */
  through: MessageId | "";
  /** The kind of its entry on the undo stack (RW-7). */
  undo: UndoKind & ("compact" | "summary");
  now: number;
}

export interface CompactionUndo {
  session_id: SessionId;
  /** The summary's message. */
  message_id: MessageId;
  /** Names the op that takes the summary out. */
  op_id: OpId;
  now: number;
}

/** CP-9: a summary that was written before it is due. */
export interface PreparedSummary {
  session_id: SessionId;
  /** Names the messages that it was made of. */
  basis: string;
  /** The first message that it leaves. */
  tail_start_id: MessageId;
  summary: string;
  model: ModelRef;
}

export interface CompactionStore {
  /**
   * CP-3, TK-2: hides the messages, stores the summary, its checkpoint and the rollups, in one synced transaction.
   * @throws BraidError `MESSAGE_NOT_FOUND` where the tail begins with a message that is not visible (Z-1), `INVALID_INPUT` where nothing
   * would be hidden
   */
  compact(write: NewCompaction): { message: StoredMessage; hidden: HiddenTurns[] };
  /** CP-7: one transaction. @throws BraidError `INVALID_INPUT` where the summary is not in force */
  undoCompaction(write: CompactionUndo): void;
  /** CP-9: replaces the one that the session has. */
  savePreparedSummary(prepared: PreparedSummary, now: number): void;
  preparedSummary(session_id: SessionId): PreparedSummary | undefined;
}
