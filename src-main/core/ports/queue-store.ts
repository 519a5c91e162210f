/** The part of the store that keeps what waits to be sent (QU-1). */

import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { QueuedMessage, QueuedText } from "../../../src-preload/contract/domain/queue";
import type { DraftOf } from "./draft-store";

export interface NewQueued {
  id: QueueId;
  session_id: SessionId;
  text: string;
  model: ModelRef | undefined;
  now: number;
}

/** Where a message comes from: what goes when it is stored. */
export interface SentFrom {
  /** The draft that it was (QU-2). */
  draft?: DraftOf | undefined;
  /** The queued message that it was until now (QU-1). */
  queued?: QueueId;
}

/** `model` absent: it keeps its own. `as_of`: which words are replaced, by their `updated_at`. */
export type QueuedEdit = NewQueued & { as_of: number | undefined } & Pick<SentFrom, "draft">;

/** One that waits, with all its words. */
export type QueuedWhole = Omit<NewQueued, "now" | "session_id">;

export interface QueueStore {
  /** QU-1: stored, synced, as the last; its draft goes with it (QU-2). @throws BraidError `FORBIDDEN` where too much waits already */
  enqueue(queued: NewQueued, from?: Omit<SentFrom, "queued">): QueuedMessage;
  /** All that waits, in order. */
  queue(session_id: SessionId): QueuedMessage[];
  /** The same, each whole. */
  wholeQueue(session_id: SessionId): QueuedWhole[];
  queueLength(session_id: SessionId): number;
  /** The first that waits, whole. */
  nextQueued(session_id: SessionId): { id: QueueId; text: string; model?: ModelRef } | undefined;
  queued(session_id: SessionId, id: QueueId): QueuedText | undefined;
  /** Synced. @throws BraidError `MESSAGE_NOT_FOUND`, `INVALID_INPUT` where `as_of` is not what stands there, `FORBIDDEN` */
  editQueued(edit: QueuedEdit): QueuedMessage;
  /** @throws BraidError `MESSAGE_NOT_FOUND` */
  unqueue(session_id: SessionId, id: QueueId): void;
  clearQueue(session_id: SessionId): void;
  /** Synced: all or none wait again, where they did. @throws BraidError `FORBIDDEN` where too much waits already */
  requeue(session_id: SessionId, messages: readonly QueuedWhole[], now: number): QueuedMessage[];
}
