/** Messages that wait to be sent (QU-1). */

import type { AttachmentRef } from "./attachments";
import type { ErrorInfo } from "./errors";
import type { QueueId } from "./ids";
import type { ModelRef } from "./models";

/** A waiting message as a list shows it: texts may be long, and a list of a thousand should cost only what is seen of it. */
export interface QueuedMessage {
  id: QueueId;
  /** The beginning of its text; `queue.read` has the whole. */
  excerpt: string;
  /** The text is longer than the excerpt. */
  cut?: true;
  /** The picked model; absent for the session's model at the time of sending. */
  model?: ModelRef;
  /** The names of its files. */
  filenames?: string[];
  /** Epoch ms, another after each edit: says which words an edit replaces. */
  updated_at: number;
}

/** A whole waiting message, for an editor. */
export interface QueuedText {
  text: string;
  model?: ModelRef;
  attachments?: AttachmentRef[];
  updated_at: number;
}

/** Why the queue stands still although the session is idle, or will be. */
export interface QueuePause {
  /** `model`: the next message's model cannot be used. `held`: until the user lets the queue go on. */
  why: "stopped" | "failed" | "restarted" | "model" | "held";
  /** The message that could not be sent, and what to do about it. */
  problem?: { id: QueueId; error: ErrorInfo };
}

export interface Queue {
  /** In the order of sending. */
  items: QueuedMessage[];
  /** Absent where the first message is sent when the session goes idle. */
  paused?: QueuePause;
}

export type QueueChange =
  /** The item is new and the last, or replaces the one with its id. */
  | { kind: "put"; item: QueuedMessage }
  /** The messages wait again, each in its place by the order of ids. */
  | { kind: "put-back"; items: QueuedMessage[] }
  /** The message was sent or removed. */
  | { kind: "removed"; id: QueueId }
  | { kind: "cleared" }
  /** Without `pause` the queue goes on. */
  | { kind: "paused"; pause?: QueuePause };

/** `queue.put_back` finds the removed messages by this number, for a while. */
export interface QueueRemoval {
  removal: number;
  /** The number of removed messages: 0 where they were gone already. */
  count: number;
}
