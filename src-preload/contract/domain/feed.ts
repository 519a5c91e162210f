/** The packets of a session's feed after `attach` (LY-4): one snapshot, then packets in sequence, each acknowledged. */

import type { BranchLinks, Sidecar } from "./branches";
import type { ErrorInfo } from "./errors";
import type { MessageId, OpId, SessionId } from "./ids";
import type { Chunk, MessagePage, StoredMessage } from "./messages";
import type { Queue, QueueChange } from "./queue";
import type { SessionStatus, SessionView } from "./sessions";
import type { HiddenTurns } from "./timeline";

/** All that a window needs to show a session, taken at one instant (LY-4); a live message is not in `page`. */
export interface Snapshot extends SessionView {
  page: MessagePage;
  /** Timelines that are hidden at a visible place (RW-3), oldest first. */
  hidden: HiddenTurns[];
  status: SessionStatus;
  queue: Queue;
  /** As the session is shown, with the first of its messages (BR-3); what changes later is news of the list. */
  links: BranchLinks;
  /** Oldest first, closed ones too (BR-4); what changes later is news of the app. */
  sidecars: Sidecar[];
  questions: never[];
}

export type FeedEvent =
  /** Chunks of the live message, in order; its first chunk is `start` with our message id. */
  | { type: "chunks"; message_id: MessageId; chunks: Chunk[] }
  /** The replay ends here: a window that kept its old view may now swap. */
  | { type: "caught-up" }
  /** A message was stored. */
  | { type: "message"; message: StoredMessage }
  /** The live message has ended; what its chunks made of it is what is stored. */
  | { type: "settled"; message_id: MessageId }
  /** A retry has taken the place of these messages (RN-7). */
  | { type: "hidden"; message_ids: MessageId[]; op_id: OpId }
  /** All that came after a message (absent: all) left the timeline; `hidden` are the timelines that are hidden now (RW-2). */
  | { type: "rewound"; after?: MessageId; hidden: HiddenTurns[] }
  /** QU-1: one change of what waits, however much waits. */
  | { type: "queue-changed"; change: QueueChange }
  | { type: "status"; status: SessionStatus }
  | { type: "session"; view: SessionView }
  /** The window may hold stale messages: attach again. */
  | { type: "reset" };

/** Main → window. `seq` counts packets of one attachment from 1; the window answers each with its `seq`. */
export type FeedPacket =
  | { type: "snapshot"; seq: number; snapshot: Snapshot }
  | { type: "events"; seq: number; events: FeedEvent[] }
  | { type: "failed"; seq: number; error: ErrorInfo };

/** Window → main: everything up to and including `ack` has been taken in. */
export interface FeedAck {
  ack: number;
}

/** Asks for a feed; `feed_id` is chosen by the window and names the port that answers. */
export interface AttachRequest {
  session_id: SessionId;
  feed_id: string;
}

/** How many packets, and how many bytes of them, may be unacknowledged (architecture decision 7). */
export const MAX_UNACKED_PACKETS = 2;
export const MAX_UNACKED_BYTES = 256 * 1024;
