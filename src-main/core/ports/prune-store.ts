/** The part of the store that marks outputs of tools as pruned for the model (PR-2). It never changes the outputs. */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { PrunedOutput, PruneLevel } from "../../../src-preload/contract/domain/pruning";

/** `index` is that of the part among the stored parts of its message. */
export interface OutputPlace {
  message_id: MessageId;
  index: number;
}

/** A mark on an output: the model reads its beginning, or that it was left out. */
export interface Mark extends OutputPlace {
  level: PruneLevel;
}

export interface PruneWrite {
  session_id: SessionId;
  marks: readonly Mark[];
  /** Absent where Braid pruned by itself. By hand it can be undone (RW-7), and the context becomes an estimate (TK-3). */
  by_hand?: { freed: number };
  now: number;
}

export interface BringBack {
  session_id: SessionId;
  places: readonly OutputPlace[];
  /** Tokens that the context gains; absent where it is what its last answer measured. */
  gained?: number;
  now: number;
}

/** An output with the mark that it had once; without one where the model read all of it. */
export interface MarkBefore extends OutputPlace {
  before: PrunedOutput | undefined;
}

export interface PruneStore {
  /** One transaction. Replaces marks of the same outputs. */
  putPruneMarks(write: PruneWrite): void;
  /** One transaction, with the entry of the undo stack that would do nothing any more. Returns false where none of them was in force. */
  takeBackPruned(write: BringBack): boolean;
  /** One transaction. Gives outputs the marks back that they had: of later ones nothing stays, and Braid may prune those outputs again. */
  restorePruned(marks: readonly MarkBefore[]): void;
  /** The outputs that were pruned by hand at a moment, and still are. */
  prunedAt(session_id: SessionId, moment: number): OutputPlace[];
  /** The outputs of a message that are, or were once, pruned. */
  prunedOf(message_id: MessageId): PrunedOutput[];
}
