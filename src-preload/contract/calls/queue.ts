/** What was said while the session was busy, and waits to be sent (QU-1). */
import { z } from "zod";
import type { ErrorInfo } from "../errors";
import { messageText, modelRef, queueId, session, sessionId } from "../fields";
import type { QueueId } from "../ids";
import type { ModelRef, StoredMessage } from "../types";

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
  /** It is new, and the last; or it is another in its place. */
  | { kind: "put"; item: QueuedMessage }
  /** They wait again, each in its place by the order of ids. */
  | { kind: "put-back"; items: QueuedMessage[] }
  /** It was sent, or removed. */
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

export interface QueueOutputs {
  "queue.add": { sent: StoredMessage } | { queued: QueuedMessage };
  "queue.read": QueuedText;
  "queue.edit": QueuedMessage;
  "queue.remove": QueueRemoval;
  "queue.clear": QueueRemoval;
  "queue.put_back": undefined;
  "queue.resume": undefined;
}

/** It stood in this window's editor of a waiting message: what is kept of that goes, and the composer's draft stays (QU-2). */
const fromEditor = z.literal(true).exactOptional();
const item = z.strictObject({ session_id: sessionId, id: queueId });

export const queueSchemas = {
  /** Sent at once where the session is idle and nothing is about to be sent before it; else it waits. */
  "queue.add": z.strictObject({
    session_id: sessionId,
    text: messageText,
    model: modelRef.optional(),
    from_editor: fromEditor,
  }),
  "queue.read": item,
  /** Keeps its place. `as_of`: refused where it is another's edit since. Without `model` it keeps its own. */
  "queue.edit": z.strictObject({
    session_id: sessionId,
    id: queueId,
    text: messageText,
    model: modelRef.optional(),
    as_of: z.int().optional(),
    from_editor: fromEditor,
  }),
  "queue.remove": item,
  "queue.clear": session,
  /** What was removed waits again where it did, and is not sent before `queue.resume` where nothing else is being answered. */
  "queue.put_back": z.strictObject({ session_id: sessionId, removal: z.int() }),
  /** The first is sent now, or when the session goes idle. */
  "queue.resume": session,
} as const;
