/** Ways back in a conversation (RW), and the one undo (RW-7). */

import type { MessageId, OpId, SessionId } from "./ids";
import type { StoredMessage } from "./messages";

/** Turns that a rewind took out of the timeline. A marker shows them where they parted from the visible ones (RW-3). */
export interface HiddenTurns {
  /** Names their timeline for good, hidden or not. */
  op_id: OpId;
  /** The last message that both timelines have; absent where they have none in common. */
  after?: MessageId;
  turns: number;
  /** Epoch milliseconds. */
  hidden_at: number;
}

/**
 * The turns in which a hidden message is read, named by the op that hides them. `turns`: a rewind hid them, and a visible marker leads to
 * them (RW-3). `summarised`: a summary stands for them (CP-7). `unmarked`: no marker does, as for an earlier attempt at an answer (RN-7), or
 * for turns whose marker is hidden with others.
 */
export type HiddenIn =
  | { is: "turns"; op_id: OpId }
  | { is: "summarised"; op_id: OpId; summary: StoredMessage }
  | { is: "unmarked"; op_id: OpId; cause: "rewind" | "retry" | "compaction" };

/** The place where a message is read now. */
export interface MessagePlace {
  /** The deleted session to restore first: its own, or the one beside which that stands. */
  in_trash?: SessionId;
  /** The session beside which its own stands as a sidecar (BR-4). */
  sidecar_of?: SessionId;
  /** Absent where the message is visible. */
  hidden?: HiddenIn;
  /** The message itself, where it is a summary of earlier turns. */
  summary?: StoredMessage;
}

/**
 * RW-7: the kinds of changes that can be undone. `summary`: a summary was edited, or written anew. `left-summary`: a summary of turns that
 * were left was taken out. `prune`: space was freed by hand (PR-3). `import`: sessions were brought in (SE-6), all of which one entry takes
 * back.
 */
export type UndoKind =
  | "rewind"
  | "retry"
  | "restore"
  | "compact"
  | "summary"
  | "left-summary"
  | "prune"
  | "archive"
  | "delete"
  | "import";

/** The sessions of an import, without those that were removed for good. */
export interface ImportedSessions {
  count: number;
  /** One of them at least is outside of the trash, and can be taken back. */
  is_left: boolean;
}

/** A change that can be undone, or was. */
export interface UndoEntry {
  id: number;
  kind: UndoKind;
  /** Of an import: any of its sessions. */
  session_id: SessionId;
  /** The session's title; for a sidecar its first question, if it has one; for an import the names of its files. */
  title: string;
  imported?: ImportedSessions;
  /** The session is a sidecar (BR-4), which no list of sessions has. */
  sidecar?: true;
  /** The session is in the trash. */
  trashed?: true;
  /** Epoch milliseconds. */
  created_at: number;
  undone_at?: number;
}
