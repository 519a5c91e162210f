/** Sessions, their status and the list of them (ST-1, SE-1). Field names are those of the database. */

import type { Compacting } from "./compaction";
import type { MessageId, SessionId } from "./ids";
import type { ModelRef } from "./models";
import type { Sentence } from "./sentence";
import type { SessionBilling } from "./usage";

export type SessionState = "idle" | "busy" | "retrying" | "waiting" | "error";

/** ST-1: kept in memory, by the core. */
export interface SessionStatus {
  state: SessionState;
  /** The number of the next attempt to retry, from 1, while `retrying`. */
  attempt?: number;
  /** The reason in a few words, while `retrying`. */
  reason?: Sentence;
  /** While `retrying` or `error` (ST-2). */
  message?: Sentence;
  /** The way out, while `error`. */
  hint?: Sentence;
  /** The work before an answer, or instead of one, while `busy`. */
  doing?: Compacting;
  /** Epoch ms, while `busy` or `retrying`. */
  started_at?: number;
  /** Epoch ms at which the next attempt starts, while `retrying`. */
  retry_at?: number;
}

/** The limits that the maker of a session sets to its agent (SE-1). Copies and helpers of the session inherit them. */
export interface Overrides {
  /** Names of tools: of those that the agent has, no others. */
  tools?: readonly string[];
  /** Stands behind the agent's instructions, and replaces none. */
  prompt?: string;
}

/** A session as a list shows it; read from an index alone (SE-1). */
export interface SessionSummary {
  id: SessionId;
  title: string;
  agent: string;
  model?: ModelRef;
  workspace_root?: string;
  parent_id?: SessionId;
  /** AG-2: the session is a helper's, and works for this one. No list has it. Without `title` the other session is gone. */
  part_of?: { session_id: SessionId; title?: string };
  /** True for a sidecar (BR-4): only the list of sidecars has it. */
  ephemeral?: true;
  /** The last message that was copied into a branch or a sidecar. Lists leave it out. */
  copied_through?: MessageId;
  /** Lists leave it out. */
  overrides?: Overrides;
  created_at: number;
  updated_at: number;
  archived_at?: number;
  pinned_at?: number;
  /** No window has shown the end of an answer, or a question that waits; or the user has marked the session. */
  unread?: true;
  /** The turns that are shown, or that a summary stands for; absent where there are none. */
  turns?: number;
  /** Words that are not sent yet wait in its composer (QU-2). */
  draft?: true;
}

/** The answer to `read`: state apart from billing (SE-1). */
export interface SessionView {
  session: SessionSummary;
  billing: SessionBilling;
}

export type ListedSession = SessionSummary & { status: SessionStatus };

/** A page of the list, by recency (SE-1). With a `filter` a page may be short, or empty, although there is a `next`. */
export interface SessionList {
  sessions: ListedSession[];
  /** Ancestors of these sessions that the page lacks and the query admits (BR-3); a few hundred at most. */
  above: ListedSession[];
  /** The next page's `before`; absent on the last page. */
  next?: SessionCursor;
}

export interface SessionCursor {
  updated_at: number;
  id: SessionId;
}

/** Where a page begins: pages go through the given session first, then through all others. */
export interface HistoryCursor {
  in: "session" | "rest";
  before?: MessageId;
}
