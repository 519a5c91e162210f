/** The things both processes speak of: sessions, messages, usage, status. Field names are those of the database (DB-1…4, DB-12). */
import type { UIMessage, UIMessageChunk } from "ai";
import type { ErrorInfo } from "./errors";
import type { MessageId, OpId, QueueId, SessionId } from "./ids";
import type { Language } from "./language";
import type { Panes } from "./panes";
import type { ThinkingLevel } from "./thinking";

/** Which model answers (MS-1); `variant` is a thinking level and lasts one turn. */
export interface ModelRef {
  provider_id: string;
  model_id: string;
  variant?: string;
}

/** Tokens of one message, summed over its steps; the five never overlap (TK-1). */
export interface Usage {
  input: number;
  output: number;
  reasoning: number;
  cache_read: number;
  cache_write: number;
}

/** Why a turn ended (DB-12). Absent while it runs: that is what "unsettled" means. */
export type FinishReason =
  | "stop"
  | "length"
  | "content-filter"
  | "tool-limit"
  | "token-budget"
  | "aborted"
  | "interrupted"
  | "error";

/** Metadata of a user or assistant message (DB-12), stored as `metadata_json`. */
export interface MessageMetadata {
  model?: ModelRef;
  /** Null where nothing measured it and nothing could estimate it (TK-5). */
  usage?: Usage | null;
  /** The part of `usage` that was paid for by an earlier message whose steps this one carries over (TK-4). */
  carried_usage?: Usage;
  /** True where `usage` or `context_tokens` is an estimate (TK-5). */
  estimated?: boolean;
  finish_reason?: FinishReason;
  system_prompt_digest?: string;
  /** What filled the window after the last step (TK-3). */
  context_tokens?: number;
  /** What a provider said it cost (TK-4); never computed here. */
  cost_usd?: number;
  synthetic?: boolean;
  /** How many attempts at it failed in passing, and how the last of them did (RN-7). */
  retried?: { attempts: number; reason: string };
  /** How a turn that failed failed. */
  error?: ErrorInfo;
  agent?: string;
  snapshot_id?: string;
  attachments?: unknown[];
}

export type BraidMessage = UIMessage<MessageMetadata>;
export type BraidPart = BraidMessage["parts"][number];
/** One chunk of the published stream; never of type `error` (architecture decision 5). */
export type Chunk = UIMessageChunk<MessageMetadata>;

/** A settled message as it is stored; assignable to the SDK's `UIMessage`. */
export interface StoredMessage {
  id: MessageId;
  session_id: SessionId;
  role: "user" | "assistant" | "system";
  metadata: MessageMetadata;
  parts: BraidPart[];
  /** Epoch milliseconds. */
  created_at: number;
  hidden_at?: number;
  /** Epoch milliseconds at which an answer ended; absent where nobody saw it end. */
  ended_at?: number;
  /** Milliseconds that each thought took, by the index of its part; absent where nobody saw it end. */
  thought_ms?: Record<number, number>;
  /** Its rows are damaged: it stands in its place without words. Nothing of them is deleted. */
  unreadable?: true;
  /** Only its outline is here: `parts` is empty, and has to be asked for (`session.messages`). */
  away?: true;
}

/** A page of visible messages, oldest first. `more` says that earlier ones exist. */
export interface MessagePage {
  messages: StoredMessage[];
  more: boolean;
}

/** What an unanswered tool call of a process that died reads as (LY-6). */
export const HOST_RESTART = "aborted by host restart";

export type SessionState = "idle" | "busy" | "retrying" | "waiting" | "error";

/** ST-1: in memory, owned by the core. */
export interface SessionStatus {
  state: SessionState;
  /** Which retry is waited for, from 1, while `retrying`. */
  attempt?: number;
  /** Why, in a few words, while `retrying`. */
  reason?: string;
  /** A sentence, while `retrying` or `error` (ST-2). */
  message?: string;
  /** What to do about it, while `error`. */
  hint?: string;
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
  /** It is an aside (BR-4): no list but that of asides has it. */
  ephemeral?: true;
  /** Of a branch or an aside, where it is read by itself: the last message that was copied into it. */
  copied_through?: MessageId;
  created_at: number;
  updated_at: number;
  archived_at?: number;
  pinned_at?: number;
  /** An answer ended, or a question waits, that no window has shown; or its user said so. */
  unread?: true;
}

/** Sums over the visible assistant messages (TK-2) and what fills the window now (TK-3). */
export interface SessionBilling {
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  cache_read: number;
  cache_write: number;
  total_tokens: number;
  context_tokens: number | null;
  context_estimated: boolean;
  cost_usd: number | null;
}

/** `read`: state apart from billing (SE-1). */
export interface SessionView {
  session: SessionSummary;
  billing: SessionBilling;
}

/** US dollars per million tokens; a cache price that is absent is that of plain input. */
export interface ModelPrice {
  input: number;
  output: number;
  cache_read?: number;
  cache_write?: number;
}

/** Messages of a session in which something stands, in order, each with how often. */
export interface FoundInSession {
  matches: { message_id: MessageId; count: number }[];
  /** The newest message that was looked through; absent where there was none. */
  through?: MessageId;
  /** It stands in more messages than are listed. */
  more: boolean;
}

/** What the answers of one model have used in a session, hidden ones included: they were paid for (TK-4). */
export interface ModelUsage {
  model: ModelRef;
  messages: number;
  /** How many of them nobody measured or could estimate (TK-5). */
  unknown: number;
  usage: Usage;
  /** True where a part of `usage` is an estimate. */
  estimated: boolean;
  /** What the provider said they cost; absent where it said nothing. */
  cost_usd?: number;
  /** The part of `usage` that it named no cost for. */
  unpriced: Usage;
}

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
  /** Of an aside what was asked there first, if anything was. */
  title: string;
  /** Its session is an aside (BR-4), which no list has. */
  aside?: true;
  /** Epoch milliseconds. */
  created_at: number;
  undone_at?: number;
}

/** What stands in a composer and has not been sent (QU-2). */
export interface Draft {
  text: string;
  /** Picked for it; absent where the session's model was left. */
  model?: ModelRef;
  /** What stands in the editor of an earlier message, and has not been sent either (RW-1). */
  edited?: EditedMessage;
  /** What stands in the editor of a waiting message, and is not saved there (QU-1). */
  queued?: EditedQueued;
}

export interface EditedMessage {
  message_id: MessageId;
  text: string;
  /** Absent where the message had none. */
  model?: ModelRef;
}

export interface EditedQueued {
  id: QueueId;
  text: string;
  /** The `updated_at` of the words that were opened. */
  as_of: number;
}

/** A model that can be chosen now, or why it cannot. */
export interface ModelChoice {
  ref: ModelRef;
  label: string;
  /** Tokens; where nobody said, what is assumed of such a model. */
  context_limit?: number;
  /** Tokens of one answer, at most; absent where the provider decides. */
  max_output?: number;
  /** True where a limit is a guess: neither the settings nor the catalogue know this model. */
  assumed?: true;
  /** For views to compute a cost with (TK-4); absent where nobody said. */
  price?: ModelPrice;
  /** The provider's cheap one, for titles and summaries. */
  small?: true;
  /** The thinking levels it takes as `variant` (MS-1), from little to much; absent where it takes none. */
  thinking?: ThinkingLevel[];
  /** True for the built-in model: offline, no key. */
  offline: boolean;
  /** Why it cannot be used, e.g. a key that is missing. */
  unavailable?: string;
}

/** A mistake in `settings.json`: where, what, what to do. The rest of the file still applies. */
export interface SettingsProblem {
  path: string;
  message: string;
}

/** Something that happened to the store before the window opened and that its user has to know (SV-8). */
export interface StoreNotice {
  message: string;
  hint: string;
}

/** A session whose answers are shown as plain text. */
export interface ShownAsText {
  session_id: SessionId;
  /** Because a page failed while it showed them; otherwise its user has said so. */
  failed: boolean;
}

/** What the first paint needs and no call can bring in time. */
export interface Boot {
  language: Language;
  /** Pixels of the body text. */
  font_size: number;
  /** How this window was divided when it was last open. */
  panes?: Panes;
}
