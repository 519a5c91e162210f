/** The requests to the session service, in domain values. Every surface (the window's calls, later a command line) makes these. */
import type { AttachmentRef } from "./attachments";
import type { DraftPlace } from "./drafts";
import type { MessageId, OpId, QueueId, SessionId } from "./ids";
import type { TakeAlong } from "./left-summary";
import type { StoredMessage } from "./messages";
import type { ModelRef } from "./models";
import type { QueuedMessage } from "./queue";
import type { HistoryCursor, Overrides, SessionCursor, SessionSummary } from "./sessions";
import type { UndoEntry } from "./timeline";
import type { TrashCursor } from "./trash";

/** Names a session. */
export interface SessionRef {
  session_id: SessionId;
}

/** A message of the user. */
export interface Words {
  /** May be blank where there are files. */
  text: string;
  attachments?: AttachmentRef[] | undefined;
  /** The picked model (MS-1); absent: see RN-2. */
  model?: ModelRef | undefined;
  /** The place of the words: the transaction that stores them deletes that draft (QU-2). */
  draft?: DraftPlace;
  attended?: Attended;
}

/**
 * `false`: nobody will ever look at this turn, so what it would ask is denied (PM-3). A window never says so: a question outlives its
 * closing (LY-6).
 */
export type Attended = false | undefined;

export interface SendRequest extends SessionRef, Words {}

/** SE-1: may carry the first message. */
export interface CreateRequest {
  text?: string | undefined;
  attachments?: AttachmentRef[] | undefined;
  model?: ModelRef | undefined;
  workspace_root?: string | undefined;
  /** The name of the agent (AG-8); absent: the usual one of the place. */
  agent?: string | undefined;
  /** They only narrow what the agent of the session may do. */
  overrides?: Overrides | undefined;
  /** Absent for the first words, until the title agent has a better title (SE-4). */
  title?: string | undefined;
  /** The title of a session whose first message has no words, in the caller's language. */
  untitled?: string;
  /** The place of the first message's draft (QU-2). */
  draft?: DraftPlace;
  attended?: Attended;
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
  /** True: only pinned sessions. False: only the others. Absent: both. */
  pinned?: boolean;
  /** Words, or parts of words, of the title, in any order and case, with or without accents. */
  filter?: string;
}

export interface PageRequest extends SessionRef {
  before: MessageId;
  limit: number;
}

/** A stretch of a session, both ends included. An absent end is that of the session. */
export interface StretchRequest extends SessionRef {
  from?: MessageId;
  to?: MessageId;
}

/** Asks for the user's messages, newest first. Null: the session does not exist yet. */
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

/** RW-2. Absent words, absent files or an absent model are those of the message. */
export interface RewindRequest extends SessionRef {
  message_id: MessageId;
  text?: string | undefined;
  attachments?: AttachmentRef[] | undefined;
  model?: ModelRef | undefined;
  /** The place of the words' draft (QU-2). */
  draft?: DraftPlace;
}

/** RW-8: a rewind that takes a summary along of what it leaves. */
export interface LeavingRequest extends RewindRequest {
  take_along: TakeAlong;
}

export type RetryRequest = Omit<RewindRequest, "text" | "attachments" | "draft">;

/** The new message; absent where the old one stays and is answered anew. */
export interface Rewound {
  message?: StoredMessage;
}

/** Asks for the last messages of hidden turns, or for their outlines (`away`). */
export interface HiddenPageRequest {
  before?: MessageId | undefined;
  limit: number;
  outline?: true | undefined;
}

export interface HiddenRequest extends SessionRef, HiddenPageRequest {
  op_id: OpId;
}

/** Names a message of a session. */
export interface MessageRef extends SessionRef {
  message_id: MessageId;
}

/** Names a summary by its message (CP-7, RW-8). */
export interface SummaryRef extends SessionRef {
  message_id: MessageId;
}

export interface CompactRequest extends SessionRef {
  /** Points to keep in more detail. */
  focus?: string | undefined;
}

export interface SummarisedRequest extends SummaryRef, HiddenPageRequest {}

/** Asks for the prompt of an answer (SP-2). */
export interface PromptRequest extends SessionRef {
  message_id: MessageId;
  before?: MessageId | undefined;
  limit: number;
}

/** RW-7: the undone change. `main_id`: the session beside which its session stands as a sidecar (BR-4). */
export type Undone = Pick<UndoEntry, "id" | "kind" | "session_id" | "title" | "imported"> & {
  main_id?: SessionId;
};

/** BR-1; `settled` allows it during a run, from a message before the running turn (BR-2). */
export interface BranchRequest {
  parent_session_id: SessionId;
  from_message_id: MessageId;
  settled?: boolean | undefined;
  /** RW-8: what comes after the message in the parent is summed up at the end of the branch. */
  take_along?: TakeAlong | undefined;
  /** Added to the parent's metadata, which are copied (BR-1). `ephemeral` is ignored: a caller cannot make a sidecar so. */
  metadata?: Readonly<Record<string, unknown>>;
}

/** BR-5: a branch before a question, or before the question of an answer, for this model. */
export interface ModelBranchRequest {
  session_id: SessionId;
  message_id: MessageId;
  model: ModelRef;
}

export interface TrashRequest {
  limit: number;
  before?: TrashCursor;
}

/** Names a waiting message. */
export interface QueuedRef extends SessionRef {
  id: QueueId;
}

/** Refused where the words have changed since `as_of`. Without `model` the message keeps its own, without `attachments` its files. */
export interface QueueEdit extends QueuedRef, Words {
  as_of?: number | undefined;
}

/** A message that is answered now, or one that waits (QU-1). */
export type Sent = { sent: StoredMessage } | { queued: QueuedMessage };

/** Asks for the content of a model's window (TK-3). */
export interface ContextRequest {
  /** Null for a session that is still to be made; it may have a folder. */
  session_id: SessionId | null;
  workspace_root?: string | undefined;
  model: ModelRef;
}
