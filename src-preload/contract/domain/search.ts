/** The question and the results of a search over all sessions (SE-5). */
import type { MessageId, OpId, SessionId } from "./ids";
import type { FoundKind } from "./search-query";

/** The newest first; or those first that hold the words most densely, of the newest thousands. */
export type SearchOrder = "newest" | "best";

export interface SearchRequest {
  /** As it was typed. */
  text: string;
  order: SearchOrder;
  /** Results, 1–100. */
  limit: number;
  /** `next` of the page before. */
  after?: number;
}

/** A piece of the text, with the places of the words in it. */
export interface Snippet {
  text: string;
  marks: { start: number; end: number }[];
}

/** The session of a result, as it is now. */
export interface FoundSession {
  id: SessionId;
  /** For a sidecar its first question. */
  title: string;
  workspace_root?: string;
  archived?: true;
  trashed?: true;
  pinned?: true;
  /** The session beside which this one stands as a sidecar. */
  sidecar_of?: { session_id: SessionId; title?: string };
  /** The session for which this one worked as a helper. */
  helper_of?: { session_id: SessionId; title?: string };
}

export interface Found {
  session: FoundSession;
  /** Absent where the session's title was found. */
  message_id?: MessageId;
  kind: FoundKind;
  snippet: Snippet;
  /** Epoch milliseconds: when the message, or the session, was made. */
  at: number;
  model_id?: string;
  /** The beginning of a message that was found by its labels. */
  beginning?: string;
  /** The message is hidden, by an op of this cause (DB-3). */
  hidden?: { cause: "rewind" | "retry" | "compaction"; op_id: OpId };
}

export interface FoundPage {
  results: Found[];
  /** The next page's `after`; absent on the last. A page may be short, or empty, although there is a next one. */
  next?: number;
  /** Present while older messages are still being read into the index: the share that is done, 0–1. */
  building?: number;
}
