/** Going back in a conversation (RW), and the one undo (RW-7). */

import type { MessageId, OpId, SessionId } from "./ids";

/** Turns that a rewind took out of the timeline, as a marker where they parted from what is visible now (RW-3). */
export interface HiddenTurns {
  /** Names their timeline, hidden or not, for good. */
  op_id: OpId;
  /** The last message that both timelines have; absent where they have none in common. */
  after?: MessageId;
  turns: number;
  /** Epoch milliseconds. */
  hidden_at: number;
}

/** RW-7: what can be undone. */
export type UndoKind = "rewind" | "retry" | "restore" | "archive" | "delete";

/** One change that can be undone, or was. */
export interface UndoEntry {
  id: number;
  kind: UndoKind;
  session_id: SessionId;
  /** Of a sidecar what was asked there first, if anything was. */
  title: string;
  /** Its session is a sidecar (BR-4), which no list has. */
  sidecar?: true;
  /** Epoch milliseconds. */
  created_at: number;
  undone_at?: number;
}
