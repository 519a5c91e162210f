/** Sessions, their status and the list of them (ST-1, SE-1). Field names are those of the database. */

import type { MessageId, SessionId } from "./ids";
import type { ModelRef } from "./models";
import type { Sentence } from "./sentence";
import type { SessionBilling } from "./usage";

export type SessionState = "idle" | "busy" | "retrying" | "waiting" | "error";

/** ST-1: in memory, owned by the core. */
export interface SessionStatus {
  state: SessionState;
  /** Which retry is waited for, from 1, while `retrying`. */
  attempt?: number;
  /** Why, in a few words, while `retrying`. */
  reason?: Sentence;
  /** While `retrying` or `error` (ST-2). */
  message?: Sentence;
  /** The way out, while `error`. */
  hint?: Sentence;
  /** Epoch ms, while `busy` or `retrying`. */
  started_at?: number;
  /** Epoch ms at which the next attempt starts, while `retrying`. */
  retry_at?: number;
}

/** A session as a list shows it; read from an index alone (SE-1). */
export interface SessionSummary {
  id: SessionId;
  title: string;
  agent: string;
  model?: ModelRef;
  workspace_root?: string;
  parent_id?: SessionId;
  /** True for a sidecar (BR-4): no list but that of sidecars has it. */
  ephemeral?: true;
  /** The last message that was copied into a branch or a sidecar, where that is read by itself. */
  copied_through?: MessageId;
  created_at: number;
  updated_at: number;
  archived_at?: number;
  pinned_at?: number;
  /** An answer ended, or a question waits, that no window has shown; or its user said so. */
  unread?: true;
}

/** `read`: state apart from billing (SE-1). */
export interface SessionView {
  session: SessionSummary;
  billing: SessionBilling;
}

export type ListedSession = SessionSummary & { status: SessionStatus };

/** A page of the picker, by recency (SE-1). With a `filter` a page may be short, or empty, although there is a `next`. */
export interface SessionList {
  sessions: ListedSession[];
  /** What they were branched from, as far as the page itself lacks it and the query has it (BR-3); a few hundred at most. */
  above: ListedSession[];
  /** Pass as `before` for the next page; absent on the last. */
  next?: SessionCursor;
}

export interface SessionCursor {
  updated_at: number;
  id: SessionId;
}

/** Where a page begins: in the session at hand, then in all others. */
export interface HistoryCursor {
  in: "session" | "rest";
  before?: MessageId;
}
