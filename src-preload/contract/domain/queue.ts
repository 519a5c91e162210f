/** Messages that wait to be sent (QU-1). */

import type { ErrorInfo } from "./errors";
import type { QueueId } from "./ids";
import type { ModelRef } from "./models";

/** One that waits, as a list shows it: texts may be long, and a list of a thousand costs what is seen of it. */
export interface QueuedMessage {
  id: QueueId;
  /** Its beginning: `queue.read` has the whole. */
  excerpt: string;
  /** There is more of it than the excerpt. */
  cut?: true;
  /** Picked for it; absent: the session's, when it is sent. */
  model?: ModelRef;
  /** Epoch ms, another after each edit: says which words an edit replaces. */
  updated_at: number;
}

/** The whole of one, to be edited. */
export interface QueuedText {
  text: string;
  model?: ModelRef;
  updated_at: number;
}

/** Why nothing is sent although the session is idle, or will be. */
export interface QueuePause {
  /** `model`: that of the next message cannot be used. `held`: until its user says that it goes on. */
  why: "stopped" | "failed" | "restarted" | "model" | "held";
  /** Which message could not be sent, and what to do about it. */
  problem?: { id: QueueId; error: ErrorInfo };
}

export interface Queue {
  /** In the order in which they are sent. */
  items: QueuedMessage[];
  /** Absent: the first is sent when the session goes idle. */
  paused?: QueuePause;
}

export type QueueChange =
  /** The item is new and the last, or replaces the one with its id. */
  | { kind: "put"; item: QueuedMessage }
  /** They wait again, each in its place by the order of ids. */
  | { kind: "put-back"; items: QueuedMessage[] }
  /** The message was sent or removed. */
  | { kind: "removed"; id: QueueId }
  | { kind: "cleared" }
  /** `pause` absent: it goes on. */
  | { kind: "paused"; pause?: QueuePause };

/** By its number `queue.put_back` finds it, for a while. */
export interface QueueRemoval {
  removal: number;
  /** How many messages it took out: none, where they were gone already. */
  count: number;
}
