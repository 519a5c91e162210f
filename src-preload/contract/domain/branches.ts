/** Branches and sidecars (BR): a session's family, and the links within it. */

import type { MessageId, SessionId } from "./ids";
import type { ModelRef } from "./models";
import type { SessionState, SessionSummary } from "./sessions";

/** One session of a family, as a tree of branches shows it. */
export interface FamilyMember {
  id: SessionId;
  title: string;
  /** The session's parent, even if that is gone. */
  parent_id?: SessionId;
  parent_message_id?: MessageId;
  created_at: number;
  updated_at: number;
  archived_at?: number;
  deleted_at?: number;
  /** The session's latest model. */
  model?: ModelRef;
  turns?: number;
}

/** A branch, and the message of its parent at which it begins. */
export interface Fork {
  session_id: SessionId;
  message_id: MessageId;
  title: string;
}

/** A session's links to its parent and its branches (BR-3). */
export interface BranchLinks {
  /** The parent of a branch. Without a title the parent is gone for good; without a message nothing had been answered there. */
  origin?: { session_id: SessionId; message_id?: MessageId; title?: string; trashed?: true };
  /** The session's branches, oldest first, without sidecars and without the trash. */
  forks: Fork[];
}

/** BR-4. */
export interface Sidecar {
  session: SessionSummary;
  state: SessionState;
  /** Absent while its pane is open. At most one of a session's sidecars is. */
  closed_at?: number;
  /** The beginning of its first question. */
  question?: string;
  /** The beginning of the last message that was copied into it, enough for an excerpt; absent where none was. */
  known?: string;
}

/** BR-3: the messages that two sessions have in common from their beginning on, as both stand now. */
export interface SharedBeginning {
  /** Visible messages. */
  count: number;
  /** The last common message in each session; absent where there is none. */
  a_message_id?: MessageId;
  b_message_id?: MessageId;
}
