/** Branches and sidecars (BR): a session's family, and the ways within it. */

import type { MessageId, SessionId } from "./ids";
import type { SessionState, SessionSummary } from "./sessions";

/** One session of a family, as a tree of branches shows it. */
export interface FamilyMember {
  id: SessionId;
  title: string;
  /** The one it was branched from: also where that one is gone. */
  parent_id?: SessionId;
  parent_message_id?: MessageId;
  created_at: number;
  updated_at: number;
  archived_at?: number;
  deleted_at?: number;
}

/** A branch, by the message of its parent that it was branched from. */
export interface Fork {
  session_id: SessionId;
  message_id: MessageId;
  title: string;
}

/** The ways from a session to those it is next to in its family (BR-3). */
export interface BranchLinks {
  /** The parent of a branch. Without a title it is gone for good, without a message nothing had been answered there. */
  origin?: { session_id: SessionId; message_id?: MessageId; title?: string; trashed?: true };
  /** Oldest first; no sidecars, and nothing of the trash. */
  forks: Fork[];
}

/** BR-4. */
export interface Sidecar {
  session: SessionSummary;
  state: SessionState;
  /** Absent while its pane is open: at most one of a session's sidecars is. */
  closed_at?: number;
  /** How what was asked there first begins. */
  question?: string;
  /** How the last message begins that was copied into it, as much as an excerpt is made of; absent where none was. */
  known?: string;
}

/** BR-3: what two sessions have in common from their beginning on, as both stand now. */
export interface SharedBeginning {
  /** Visible messages. */
  count: number;
  /** The last of them in each; absent where they have none in common. */
  a_message_id?: MessageId;
  b_message_id?: MessageId;
}
