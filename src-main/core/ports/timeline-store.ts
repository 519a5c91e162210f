/** The part of the store that hides and shows turns (RW-1…3), and remembers what can be undone (RW-7). */

import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { HiddenTurns, UndoEntry, UndoKind } from "../../../src-preload/contract/domain/timeline";
import type { DraftOf } from "./draft-store";
import type { FrameWrite, NewUserMessage } from "./transcript-store";

/** Where a message stands. */
export interface PlaceInTimeline {
  message: StoredMessage;
  /** The visible message before it; absent where there is none. */
  before?: MessageId;
}

/** RW-2: what is visible after a place leaves the timeline, and another turn begins there. */
export interface RewindWrite {
  session_id: SessionId;
  /** Names the timeline that is left, where nothing names it yet. */
  op_id: OpId;
  /** The last message that stays; absent: none does. */
  after?: MessageId;
  /** The question that is asked instead; absent: the message that stays is answered anew. */
  message?: NewUserMessage;
  answer: FrameWrite;
  /** The name of its entry on the undo stack (RW-7). */
  undo: "rewind" | "retry";
  /** The draft that it was: it goes (QU-2). */
  draft?: DraftOf | undefined;
  now: number;
}

/** RW-3: the timeline of `op_id` is shown, and the one that is visible now hidden in its place. */
export interface UnrewindWrite {
  session_id: SessionId;
  op_id: OpId;
  /** Names the timeline that is left, where nothing names it yet. */
  new_op_id: OpId;
  /** The entry of the undo stack that this undoes; absent: this is a change of its own, which can be undone. */
  undoes?: number;
  now: number;
}

/** An entry of the undo stack as the core needs it (RW-7). */
export interface UndoStep {
  id: number;
  kind: UndoKind;
  session_id: SessionId;
  /** Names the timeline that undoing brings back, for a change of the timeline. */
  op_id?: OpId;
  created_at: number;
  undone_at?: number;
}

export interface TimelineStore {
  /** Undefined for a message that is not in this session. */
  placeOf(session_id: SessionId, message_id: MessageId): PlaceInTimeline | undefined;
  /** The timelines that are hidden at a place that is visible, oldest first (RW-3). */
  hiddenTurns(session_id: SessionId): HiddenTurns[];
  /** The last `limit` messages of a timeline that is hidden, as they would stand if it were shown; see `page` (RW-3). */
  hiddenPage(op_id: OpId, query: { limit: number; before?: MessageId }): MessagePage;
  /** RW-2, TK-2: one transaction, synced, hides, stores what is said instead and the beginning of its answer. */
  rewindTurn(write: RewindWrite): { hidden: HiddenTurns[]; message?: StoredMessage };
  /** RW-3, TK-2: one transaction. @throws BraidError `INVALID_INPUT` where that timeline is not hidden, or parted at a place that is. */
  unrewind(write: UnrewindWrite): HiddenTurns[];
  /** RW-7: an entry by its id, or the newest that is not undone. */
  undoStep(id?: number): UndoStep | undefined;
  /** RW-7: newest first, undone ones too; `before` is an entry's id. */
  undoEntries(limit: number, before?: number): UndoEntry[];
}
