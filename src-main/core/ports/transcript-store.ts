/** The part of the store that keeps what is said: messages, the frames of a running turn, prompts, and what reads all of a session. */

import type { MessageId, OpId, PartId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  BraidPart,
  FoundInSession,
  MessageMetadata,
  MessagePage,
  StoredMessage,
} from "../../../src-preload/contract/domain/messages";
import type { StretchRequest } from "../../../src-preload/contract/domain/requests";
import type { SentFrom } from "./queue-store";

/** A stretch of a session, and the names of its speakers as they stand above what was said. */
export type TranscriptQuery = StretchRequest & { names: Record<"user" | "assistant", string> };

/** The fields that a message has once it is stored. */
type Stored =
  | "role"
  | "parts"
  | "created_at"
  | "hidden_at"
  | "ended_at"
  | "thought_ms"
  | "unreadable"
  | "away";

export interface NewUserMessage extends Omit<StoredMessage, Stored> {
  parts: { id: PartId; part: BraidPart }[];
  now: number;
}

/** One change of one part row. `append` grows `text` (of tool inputs: `rawInput`) without touching what is saved (SV-3). */
export type PartWrite =
  | { kind: "insert"; id: PartId; index: number; part: BraidPart; settled: boolean }
  | { kind: "append"; id: PartId; seq: number; delta: string }
  /**
   * Replaces the row's part. `settled`: `part` is whole and the row's deltas go, in the same transaction. Not settled: `part` holds
   * the text of the insert, and the deltas stay.
   */
  | { kind: "update"; id: PartId; part: BraidPart; settled: boolean };

/** Where an assistant message begins: its row, written with the first frame. */
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

/** SV-6: what ends a turn is one transaction: last parts, final metadata (usage, finish reason), rollups, checkpoint. */
export interface TurnEnd {
  frame: FrameWrite;
  metadata: MessageMetadata;
}

/** RN-7 after content: the attempt ends and is hidden by a `retry` op, the next one begins, rollups are recomputed; one transaction. */
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

/** A system prompt as it was sent, by the SHA-256 of its text (SP-2); equal sections are stored once. */
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
   * Stores it, synced (SV-1, SV-9), with the first frame of its answer: a crash right after leaves a turn that reads as interrupted
   * (SV-5), never a question nobody took. Moves `updated_at` and `model_json`; the draft that it was goes
   * with it (QU-2), and no other, or the row in which it waited (QU-1).
   * @throws BraidError `MESSAGE_NOT_FOUND` where it does not wait any more
   */
  addUserMessage(message: NewUserMessage, answer: FrameWrite, from?: SentFrom): StoredMessage;
  /**
   * The last `limit` visible messages before `before` (or the last of all), oldest first, read through the deltas; fewer where
   * their parts are large (8 MiB). `without` leaves one out: the live one (LY-4).
   */
  page(session_id: SessionId, query: { limit: number; before?: MessageId; without?: MessageId }): MessagePage;
  /** The same as `page`, of each message its outline alone (`away`); no part is read. */
  outline(session_id: SessionId, query: { limit: number; before: MessageId }): MessagePage;
  /**
   * The visible messages behind `after` (or from the first on), oldest first: what a prompt is built from. At most `messages`, and at most
   * `bytes` of their parts, but always one where there is one; absent: all.
   */
  visibleMessages(
    session_id: SessionId,
    query?: { after?: MessageId | undefined; messages?: number; bytes?: number },
  ): StoredMessage[];
  /** Hidden or not; undefined for one that is not in this session. */
  message(session_id: SessionId, id: MessageId): StoredMessage | undefined;
  /** SV-2, SV-3. */
  commitFrame(frame: FrameWrite): void;
  /** SV-6, TK-2. The message's usage is added to the session's rollups, once. */
  endTurn(end: TurnEnd): void;
  /** RN-7, DB-3, TK-2. */
  retryTurn(write: RetryWrite): void;
  /** Oldest first, of one session or of all. */
  unsettledMessages(session_id?: SessionId): UnsettledMessage[];
  /** Where `needle` (folded) stands in the visible messages. Answered beside the thread of the window (decision 8). */
  find(query: { session_id: SessionId; needle: string; without?: MessageId }): Promise<FoundInSession>;
  /**
   * The words of visible messages from `from` to `to`, as Markdown, each under the name of its speaker; undefined where they are more
   * than 64 million characters. Answered as `find` is.
   */
  transcriptText(query: TranscriptQuery): Promise<string | undefined>;
  /** The user's own words, newest first: in this session, or in all others. At most `limit` messages and a few million characters. */
  said(query: SaidQuery): { id: MessageId; text: string }[];
  /** Stored once by digest (SP-2). */
  saveSystemPrompt(prompt: SystemPrompt, now: number): void;
  systemPrompt(digest: string): SystemPrompt | undefined;
}
