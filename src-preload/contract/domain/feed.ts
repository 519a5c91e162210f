/** The packets of a session's feed after `attach` (LY-4): one snapshot, then packets in sequence, each acknowledged. */

import type { BranchLinks, Sidecar } from "./branches";
import type { ErrorInfo } from "./errors";
import type { MessageId, OpId, SessionId } from "./ids";
import type { Chunk, MessagePage, StoredMessage } from "./messages";
import type { PrunedOutput } from "./pruning";
import type { Queue, QueueChange } from "./queue";
import type { SessionStatus, SessionView } from "./sessions";
import type { HiddenTurns } from "./timeline";
import type { TodoList } from "./tools";

/** All that a window needs to show a session, taken at one instant (LY-4). `page` leaves a live message out. */
export interface Snapshot extends SessionView {
  page: MessagePage;
  /** Hidden timelines that parted at a visible place (RW-3), oldest first. */
  hidden: HiddenTurns[];
  status: SessionStatus;
  queue: Queue;
  /** The session's links in its family (BR-3). News of the list tell later changes. */
  links: BranchLinks;
  /** Oldest first, closed ones too (BR-4). News of the app tell later changes. */
  sidecars: Sidecar[];
  /** The newest list of things to do, if something of it is open: its message may be far before the page. */
  todos?: TodoList;
  questions: never[];
}

export type FeedEvent =
  /** Chunks of the live message, in order; its first chunk is `start` with our message id. */
  | { type: "chunks"; message_id: MessageId; chunks: Chunk[] }
  /** The replay ends here: a window that still shows its old view may now swap. */
  | { type: "caught-up" }
  /** A message was stored. */
  | { type: "message"; message: StoredMessage }
  /** The live message has ended. Its chunks make the stored message. */
  | { type: "settled"; message_id: MessageId }
  /** A retry has hidden these messages (RN-7). */
  | { type: "hidden"; message_ids: MessageId[]; op_id: OpId }
  /** All messages after `after` (absent: all of them) left the timeline. `hidden` are the timelines that are hidden now (RW-2). */
  | { type: "rewound"; after?: MessageId; hidden: HiddenTurns[] }
  /** CP-3: a summary stands before the tail now. The messages before it left the view, an earlier summary too. */
  | { type: "compacted"; message: StoredMessage; hidden: HiddenTurns[] }
  /** PR-2: all outputs of a message that are, or were once, pruned. */
  | { type: "pruned"; message_id: MessageId; pruned: PrunedOutput[] }
  /** QU-1: one change of the queue, however long that is. */
  | { type: "queue-changed"; change: QueueChange }
  | { type: "status"; status: SessionStatus }
  | { type: "session"; view: SessionView }
  /** The window may hold stale messages: it attaches again. */
  | { type: "reset" };

/** Main → window. `seq` counts packets of one attachment from 1; the window acknowledges each with its `seq`. */
export type FeedPacket =
  | { type: "snapshot"; seq: number; snapshot: Snapshot }
  | { type: "events"; seq: number; events: FeedEvent[] }
  | { type: "failed"; seq: number; error: ErrorInfo };

/** Window → main: the window has taken in everything up to and including `ack`. */
export interface FeedAck {
  ack: number;
}

/** Asks for a feed. The window chooses `feed_id`, which names the port that answers. */
export interface AttachRequest {
  session_id: SessionId;
  feed_id: string;
}

/** The most packets, and bytes of them, that a window may leave unacknowledged. A slow window gets no more until it has caught up. */
export const MAX_UNACKED_PACKETS = 2;
export const MAX_UNACKED_BYTES = 256 * 1024;
