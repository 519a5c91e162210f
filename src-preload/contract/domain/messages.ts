/** Messages as they are stored and streamed (DB-3, DB-4, DB-12). Field names are those of the database. */

import type { UIMessage, UIMessageChunk } from "ai";
import type { AttachmentRef } from "./attachments";
import type { ErrorInfo } from "./errors";
import type { MessageId, SessionId } from "./ids";
import type { ModelRef } from "./models";
import type { PrunedOutput } from "./pruning";
import type { Sentence } from "./sentence";
import type { Usage } from "./usage";

/** Why a turn ended (DB-12). Absent while the turn runs: "unsettled" means just that. */
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
  /** Null where nobody measured or could estimate it (TK-5). */
  usage?: Usage | null;
  /** The part of `usage` that an earlier message paid for, whose steps this one carries over (TK-4). */
  carried_usage?: Usage;
  /** True where `usage` or `context_tokens` is an estimate (TK-5). */
  estimated?: boolean;
  finish_reason?: FinishReason;
  system_prompt_digest?: string;
  /** Tokens that filled the window after the last step (TK-3). */
  context_tokens?: number;
  /** Tokens of the last step's prompt, as its provider counted them. */
  sent_tokens?: number;
  /** The server has cut the last step's prompt without a word. Tokens: what it read by its own count, of about how many (TK-3). */
  prompt_cut?: { read: number; of: number };
  /** The last step's part of `usage`, as its provider reported it; absent where that is all of it. */
  last_step?: Usage;
  /** A step broke off behind the last one that was counted. */
  half_step?: true;
  /** The summary at the head of the last step's prompt (CP-3). A number measured with another summary is no measure of now. */
  summary_id?: MessageId;
  /** The provider could not read its thoughts in the messages before this one: they were sealed for another account. */
  thoughts_refused?: true;
  /** A summary was due and failed; the turn went on without it (CP-6). */
  compaction_failed?: { message: Sentence; hint?: Sentence };
  /** The model to which the session has gone back, because the conversation is too large for the one that was asked (MS-3). */
  switched_from?: ModelRef;
  /** The cost that a provider reported (TK-4); never computed here. */
  cost_usd?: number;
  synthetic?: boolean;
  /** The number of failed attempts before this one, and the reason of the last (RN-7). */
  retried?: { attempts: number; reason: Sentence };
  /** The failure of a failed turn. */
  error?: ErrorInfo;
  /** The agent of the turn (AG-8). */
  agent?: string;
  snapshot_id?: string;
  /** The files of a user's message, in order (AG-7). */
  attachments?: AttachmentRef[];
}

export type BraidMessage = UIMessage<MessageMetadata>;

export type BraidPart = BraidMessage["parts"][number];

/** One chunk of the published stream; never of type `error`: a failed turn tells its failure in `MessageMetadata.error`. */
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
  /** The outputs that were pruned (PR-2); absent where none was. */
  pruned?: PrunedOutput[];
  /** The message's rows are damaged: it keeps its place without words. Nothing in the database is deleted. */
  unreadable?: true;
  /** Only its outline is here: `parts` is empty, and can be asked for (`session.messages`). */
  away?: true;
}

/** A page of visible messages, oldest first. `more` says that earlier ones exist. */
export interface MessagePage {
  messages: StoredMessage[];
  more: boolean;
}

/** The messages of a session that match a search, in order, each with its number of matches. */
export interface FoundInSession {
  matches: { message_id: MessageId; count: number }[];
  /** The newest message that was searched; absent where there was none. */
  through?: MessageId;
  /** More messages match than are listed. */
  more: boolean;
}

/** Why a call ended without an answer of its tool, as models read it (LY-6). A window says it in its own language. */
export const TOOL_ENDS = {
  "host-restart": "aborted by host restart",
  stopped: "aborted",
  "parent-stopped": "aborted by parent",
  "attempt-failed": "the attempt failed",
  "turn-ended": "the turn ended before the tool did",
} as const;
