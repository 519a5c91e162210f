/** The part of the store that keeps messages, the frames of a running turn and prompts, and that searches and exports a whole session. */

import type { MessageId, OpId, PartId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  BraidPart,
  FoundInSession,
  MessageMetadata,
  MessagePage,
  StoredMessage,
} from "../../../src-preload/contract/domain/messages";
import type { StretchRequest } from "../../../src-preload/contract/domain/requests";
import type { TodoList } from "../../../src-preload/contract/domain/tools";
import type { SentFrom } from "./queue-store";

/** A stretch of a session, and the speakers' names to write above their messages. */
export type TranscriptQuery = StretchRequest & { names: Record<"user" | "assistant", string> };

/** The fields that a message has once it is stored. */
type Stored =
  | "role"
  | "parts"
  | "created_at"
  | "hidden_at"
  | "ended_at"
  | "thought_ms"
  | "pruned"
  | "unreadable"
  | "away";

export interface NewUserMessage extends Omit<StoredMessage, Stored> {
  parts: { id: PartId; part: BraidPart }[];
  /** The name for a session that has none of its own yet (SE-4, BR-3): its first words. Empty or absent for none. */
  names?: string;
  /** The first words of the message that this one is said in place of. A session that nobody has named bears them if they were its first. */
  names_before?: string;
  now: number;
}

/** One change of one part row. `append` grows `text` (of a tool: `rawInput`) without touching the saved text (SV-3). */
export type PartWrite =
  | { kind: "insert"; id: PartId; index: number; part: BraidPart; settled: boolean }
  | { kind: "append"; id: PartId; seq: number; delta: string }
  /**
   * Replaces the row's part. `settled`: `part` is whole, and the same transaction deletes the row's deltas. Not settled: `part` holds the
   * text of the insert, and the deltas stay.
   */
  | { kind: "update"; id: PartId; part: BraidPart; settled: boolean };

/** The beginning of an assistant message: its row, written with the first frame. */
export interface MessageStart {
  metadata: MessageMetadata;
}

/** SV-2: one frame, one transaction. */
export interface FrameWrite {
  session_id: SessionId;
  message_id: MessageId;
  start?: MessageStart;
  /** Replaces the metadata of a message that has not ended. */
  metadata?: MessageMetadata;
  parts: PartWrite[];
  /** Synced to the disk before the call returns (SV-9). */
  durable: boolean;
  now: number;
}

/**
 * SV-6: a turn ends in one transaction: last parts, final metadata (usage, finish reason), rollups, checkpoint. Where the metadata names
 * `switched_from`, that is the session's model again (MS-3).
 */
export interface TurnEnd {
  frame: FrameWrite;
  metadata: MessageMetadata;
}

/** RN-7 after content: one transaction ends the attempt, hides it by a `retry` op, begins the next one and recomputes the rollups. */
export interface RetryWrite {
  end: TurnEnd;
  op_id: OpId;
  next: FrameWrite;
}

/** An assistant message whose turn never ended, its deltas folded in (LY-6). */
export interface UnsettledMessage {
  id: MessageId;
  session_id: SessionId;
  metadata: MessageMetadata;
  parts: { id: PartId; part: BraidPart }[];
}

/** A system prompt as the model read it, by the SHA-256 of its text (SP-2). Equal sections are stored once. */
export interface SystemPrompt {
  digest: string;
  sections: { name: string; text: string }[];
}

export interface SaidQuery {
  session_id: SessionId | null;
  in: "session" | "rest";
  before?: MessageId;
  limit: number;
}

export interface TranscriptStore {
  /**
   * Stores a question, synced (SV-1, SV-9), with the first frame of its answer. A crash right after leaves a turn that reads as interrupted
   * (SV-5), never a question without an answer. Moves `updated_at` and `model_json`. Deletes the draft of the question (QU-2) and the row
   * in which it waited (QU-1).
   * @throws BraidError `MESSAGE_NOT_FOUND` where the row does not wait any more
   */
  addUserMessage(message: NewUserMessage, answer: FrameWrite, from?: SentFrom): StoredMessage;
  /**
   * The last `limit` visible messages before `before` (or of all), oldest first, with their deltas folded in. Fewer where their parts are
   * large (8 MiB). `without` leaves one out: the live one (LY-4).
   */
  page(session_id: SessionId, query: { limit: number; before?: MessageId; without?: MessageId }): MessagePage;
  /** The same messages as `page`, each as an outline alone (`away`). Reads no part. */
  outline(session_id: SessionId, query: { limit: number; before: MessageId }): MessagePage;
  /**
   * The visible messages after `after` (or from the first on), oldest first, for a prompt. At most `messages`, and at most `bytes` of their
   * parts, but always at least one if there is one. Without bounds: all.
   */
  visibleMessages(
    session_id: SessionId,
    query?: { after?: MessageId | undefined; messages?: number; bytes?: number },
  ): StoredMessage[];
  /** A message, hidden or not; undefined where the session has none of that id. */
  message(session_id: SessionId, id: MessageId): StoredMessage | undefined;
  /** The newest list of things to do that a call wrote in the visible timeline, also where a summary stands for that call (RN-5). */
  newestTodos(session_id: SessionId): TodoList | undefined;
  /** SV-2, SV-3. */
  commitFrame(frame: FrameWrite): void;
  /** SV-6, TK-2. Adds the message's usage to the session's rollups, once. */
  endTurn(end: TurnEnd): void;
  /** RN-7, DB-3, TK-2. */
  retryTurn(write: RetryWrite): void;
  /** Sessions with a message whose turn has not ended, oldest first. */
  unsettledSessions(): SessionId[];
  /** Oldest first. */
  unsettledMessages(session_id: SessionId): UnsettledMessage[];
  /** Finds `needle` (folded) in the visible messages. Runs in another thread, so that no window waits. */
  find(query: { session_id: SessionId; needle: string; without?: MessageId }): Promise<FoundInSession>;
  /**
   * The words of the visible messages from `from` to `to` as Markdown, each under its speaker's name. Undefined for more than 64 million
   * characters. Runs in another thread, as `find` does.
   */
  transcriptText(query: TranscriptQuery): Promise<string | undefined>;
  /** The user's own words, newest first: in this session, or in all others. At most `limit` messages and a few million characters. */
  said(query: SaidQuery): { id: MessageId; text: string }[];
  /** Stored once by digest (SP-2). */
  saveSystemPrompt(prompt: SystemPrompt, now: number): void;
  systemPrompt(digest: string): SystemPrompt | undefined;
}
