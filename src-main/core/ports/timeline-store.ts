/** The part of the store that hides and shows turns (RW-1…3), and remembers what can be undone (RW-7). */

import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type {
  HiddenTurns,
  ImportedSessions,
  UndoEntry,
  UndoKind,
} from "../../../src-preload/contract/domain/timeline";
import type { DraftKey } from "./draft-store";
import type { NewLeftSummary } from "./left-summary-store";
import type { FrameWrite, NewUserMessage } from "./transcript-store";

/** A message and its place in the timeline. */
export interface PlaceInTimeline {
  message: StoredMessage;
  /** The message before it in its timeline; absent where there is none. */
  before?: MessageId;
  /** A summary alone hides the message: it stands in the visible timeline, and a rewind may begin there (RW-4). */
  summarised: boolean;
}

/** RW-2: the messages after a place leave the timeline, with summaries of them (RW-4), and another turn begins there. */
export interface RewindWrite {
  session_id: SessionId;
  /** Names the timeline that is left, unless it has a name already. */
  op_id: OpId;
  /** The first message that leaves; with `keep` the last one that stays. */
  from: MessageId;
  keep: boolean;
  /** The question that takes the place of the old one; absent where the message that stays is answered anew. */
  message?: NewUserMessage;
  /** RW-8: stands in front of the question. */
  left?: NewLeftSummary | undefined;
  answer: FrameWrite;
  /** The kind of its entry on the undo stack (RW-7). */
  undo: "rewind" | "retry";
  /** The draft of the question, which the store deletes (QU-2). */
  draft?: DraftKey | undefined;
  now: number;
}

/** The outcome of a rewind, for the windows. */
export interface RewindOutcome {
  /** The last message that stayed; absent where none did. */
  after?: MessageId;
  /** Summarised turns came back (RW-4). */
  unsummarised: boolean;
  hidden: HiddenTurns[];
  left?: StoredMessage | undefined;
  message?: StoredMessage;
}

/** RW-3: shows the timeline of `op_id`, and hides the visible one in its place. */
export interface UnrewindWrite {
  session_id: SessionId;
  op_id: OpId;
  /** Names the timeline that is left, unless it has a name already. */
  new_op_id: OpId;
  /** The entry of the undo stack that this undoes. Without it this is a change of its own, which can be undone. */
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
  /** Of an import: the names of its files. */
  title?: string;
  imported?: ImportedSessions;
}

/** The op in force that hides a message. */
export interface HidingOp {
  op_id: OpId;
  cause: "rewind" | "retry" | "compaction";
  /** The message of the summary that stands for what the op hides. */
  summary_id?: MessageId;
}

export interface TimelineStore {
  /** Undefined for a message that is not in this session. */
  placeOf(session_id: SessionId, message_id: MessageId): PlaceInTimeline | undefined;
  /** The hidden timelines that parted at a visible place, oldest first (RW-3). */
  hiddenTurns(session_id: SessionId): HiddenTurns[];
  /** Null for a visible message, undefined for one that is not in this session. Of several ops the one of a rewind, else the newest. */
  hiddenBy(session_id: SessionId, message_id: MessageId): HidingOp | null | undefined;
  /** True where an op of the session is in force. */
  isInForce(session_id: SessionId, op_id: OpId): boolean;
  /** True where the message is a summary of earlier turns, in force or not. */
  isSummary(message_id: MessageId): boolean;
  /** The last `limit` messages of a hidden timeline, or their outlines, as they would stand if it were shown; see `page` (RW-3). */
  hiddenPage(
    op_id: OpId,
    query: { limit: number; before?: MessageId | undefined; outline?: boolean | undefined },
  ): MessagePage;
  /** RW-2, RW-4, TK-2: hides messages, stores the new question and the beginning of its answer, in one synced transaction. */
  rewindTurn(write: RewindWrite): RewindOutcome;
  /** RW-3, TK-2: one transaction. @throws BraidError `INVALID_INPUT` where that timeline is not hidden, or parted at a hidden place */
  unrewind(write: UnrewindWrite): HiddenTurns[];
  /** RW-7: an entry by its id, or the newest that is not undone. */
  undoStep(id?: number): UndoStep | undefined;
  /** True where somebody has gone on with a session of this import. */
  isImportUsed(entry: number): boolean;
  /** RW-7: newest first, undone ones too; `before` is an entry's id. */
  undoEntries(limit: number, before?: number): UndoEntry[];
}
