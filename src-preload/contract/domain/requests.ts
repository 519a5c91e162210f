/** The requests to the session service, in domain values: every surface (the window's calls, later a command line) brings these. */
import type { DraftPlace } from "./drafts";
import type { MessageId, OpId, QueueId, SessionId } from "./ids";
import type { StoredMessage } from "./messages";
import type { ModelRef } from "./models";
import type { QueuedMessage } from "./queue";
import type { HistoryCursor, SessionCursor, SessionSummary } from "./sessions";
import type { UndoEntry } from "./timeline";
import type { TrashCursor } from "./trash";

/** Names a session. */
export interface SessionRef {
  session_id: SessionId;
}

/** A message of the user. */
export interface Words {
  text: string;
  /** Chosen for it (MS-1); absent: see RN-2. */
  model?: ModelRef | undefined;
  /** Where they were written: that draft goes in the transaction that stores them (QU-2). */
  draft?: DraftPlace;
}

export interface SendRequest extends SessionRef, Words {}

/** SE-1: may carry the first message. */
export interface CreateRequest {
  text?: string | undefined;
  model?: ModelRef | undefined;
  workspace_root?: string | undefined;
  /** Absent: the first words, until the title agent has a better one (SE-4). */
  title?: string | undefined;
  /** The title of a session whose first message has no words, in the language of whoever asks. */
  untitled?: string;
  /** Where the first message was written (QU-2). */
  draft?: DraftPlace;
}

export interface Created {
  session: SessionSummary;
  message?: StoredMessage;
}

/** A page of the list, by recency (SE-1). */
export interface ListRequest {
  /** 1–200. */
  limit: number;
  before?: SessionCursor;
  archived?: boolean;
  workspace_root?: string;
  /** Only the pinned ones, or only the others; absent: both. */
  pinned?: boolean;
  /** Words, or parts of words, of the title: in any order and case, with or without accents. */
  filter?: string;
}

export interface PageRequest extends SessionRef {
  before: MessageId;
  limit: number;
}

/** A stretch of a session, both ends included; absent: from its beginning, to its end. */
export interface StretchRequest extends SessionRef {
  from?: MessageId;
  to?: MessageId;
}

/** Asks for the messages of the user, newest first. Null: the session does not exist yet. */
export interface HistoryRequest {
  session_id: SessionId | null;
  from?: HistoryCursor;
  limit: number;
}

export interface HistoryPage {
  texts: string[];
  /** Absent on the last page. */
  next?: HistoryCursor;
}

/** RW-2: absent words or model are those of the message. */
export interface RewindRequest extends SessionRef {
  message_id: MessageId;
  text?: string | undefined;
  model?: ModelRef | undefined;
  /** Where the words were written (QU-2). */
  draft?: DraftPlace;
}

export type RetryRequest = Omit<RewindRequest, "text" | "draft">;

/** The message in its place; absent where the old one stays and is answered anew. */
export interface Rewound {
  message?: StoredMessage;
}

export interface HiddenRequest extends SessionRef {
  op_id: OpId;
  before?: MessageId | undefined;
  limit: number;
}

/** RW-7: what was undone. `main_id`: its session is a sidecar of that one (BR-4). */
export type Undone = Pick<UndoEntry, "id" | "kind" | "session_id" | "title"> & { main_id?: SessionId };

/** BR-1; `settled` allows it during a run, from a message before the running turn (BR-2). */
export interface BranchRequest {
  parent_session_id: SessionId;
  from_message_id: MessageId;
  settled?: boolean | undefined;
  /** Laid over the parent's, which is copied (BR-1). What makes a sidecar is no one's to set: `ephemeral` in it is left out. */
  metadata?: Readonly<Record<string, unknown>>;
}

export interface TrashRequest {
  limit: number;
  before?: TrashCursor;
}

/** One message that waits. */
export interface QueuedRef extends SessionRef {
  id: QueueId;
}

/** `as_of`: refused where the words are another's edit since. Without `model` it keeps its own. */
export interface QueueEdit extends QueuedRef, Words {
  as_of?: number | undefined;
}

/** A message that is answered now, or one that waits (QU-1). */
export type Sent = { sent: StoredMessage } | { queued: QueuedMessage };
