/** The part of the store that keeps what waits to be sent (QU-1). */
import type { QueuedMessage, QueuedText } from "../../../src-preload/contract/calls/queue";
import type { QueueId, SessionId } from "../../../src-preload/contract/ids";
import type { ModelRef } from "../../../src-preload/contract/types";

export interface NewQueued {
  id: QueueId;
  session_id: SessionId;
  text: string;
  model: ModelRef | undefined;
  now: number;
}

/** `model` absent: it keeps its own. `as_of`: which words are replaced, by their `updated_at`. */
export type QueuedEdit = NewQueued & { as_of: number | undefined };

export interface QueueStore {
  /** QU-1: stored, synced, as the last; the draft goes with it (QU-2). @throws BraidError `FORBIDDEN` where too much waits already */
  enqueue(queued: NewQueued, draft_slot?: string): QueuedMessage;
  /** All that waits, in order. */
  queue(session_id: SessionId): QueuedMessage[];
  queueLength(session_id: SessionId): number;
  /** The first that waits, whole. */
  nextQueued(session_id: SessionId): { id: QueueId; text: string; model?: ModelRef } | undefined;
  queued(session_id: SessionId, id: QueueId): QueuedText | undefined;
  /** Synced. @throws BraidError `MESSAGE_NOT_FOUND`, `INVALID_INPUT` where `as_of` is not what stands there, `FORBIDDEN` */
  editQueued(edit: QueuedEdit): QueuedMessage;
  /** @throws BraidError `MESSAGE_NOT_FOUND` */
  unqueue(session_id: SessionId, id: QueueId): void;
  clearQueue(session_id: SessionId): void;
}
