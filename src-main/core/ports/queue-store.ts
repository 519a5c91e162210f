/** The part of the store that keeps messages that wait to be sent (QU-1). */

import type { AttachmentRef } from "../../../src-preload/contract/domain/attachments";
import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { QueuedMessage, QueuedText } from "../../../src-preload/contract/domain/queue";
import type { DraftKey } from "./draft-store";

export interface NewQueued {
  id: QueueId;
  session_id: SessionId;
  text: string;
  model: ModelRef | undefined;
  attachments?: readonly AttachmentRef[] | undefined;
  now: number;
}

/** The sources of a message, which the store deletes when it stores the message. */
export interface SentFrom {
  /** The draft of its text (QU-2). */
  draft?: DraftKey | undefined;
  /** The row in which it waited (QU-1). */
  queued?: QueueId;
}

/** Without `model` the message keeps its own, without `attachments` its files. `as_of` is the `updated_at` of the words that the edit replaces. */
export type QueuedEdit = NewQueued & { as_of: number | undefined } & Pick<SentFrom, "draft">;

/** A message that waits, with all its words. */
export type QueuedWhole = Omit<NewQueued, "now" | "session_id">;

export interface QueueStore {
  /**
   * QU-1: stores a message as the last one, synced, and deletes its draft (QU-2). @throws BraidError `FORBIDDEN` where too much waits
   * already
   */
  enqueue(queued: NewQueued, from?: Omit<SentFrom, "queued">): QueuedMessage;
  /** All messages that wait, in order. */
  queue(session_id: SessionId): QueuedMessage[];
  /** The same messages, each with all its words. */
  wholeQueue(session_id: SessionId): QueuedWhole[];
  queueLength(session_id: SessionId): number;
  /** The first message that waits, with all its words. */
  nextQueued(
    session_id: SessionId,
  ): { id: QueueId; text: string; model?: ModelRef; attachments?: AttachmentRef[] } | undefined;
  queued(session_id: SessionId, id: QueueId): QueuedText | undefined;
  /** Synced. @throws BraidError `MESSAGE_NOT_FOUND`, `INVALID_INPUT` where the words have changed since `as_of`, `FORBIDDEN` */
  editQueued(edit: QueuedEdit): QueuedMessage;
  /** @throws BraidError `MESSAGE_NOT_FOUND` */
  /** The files of what is removed stay for a day: it may be put back. */
  unqueue(session_id: SessionId, id: QueueId, now: number): void;
  clearQueue(session_id: SessionId, now: number): void;
  /** Puts removed messages back into their places, all or none, synced. @throws BraidError `FORBIDDEN` where too much waits already */
  requeue(session_id: SessionId, messages: readonly QueuedWhole[], now: number): QueuedMessage[];
}
