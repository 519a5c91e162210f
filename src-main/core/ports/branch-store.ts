/** The part of the store that copies sessions (BR-1, BR-2), and that knows a session's relatives (BR-3) and sidecars (BR-4). */

import type {
  BranchLinks,
  FamilyMember,
  SharedBeginning,
  Sidecar,
} from "../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";

/** A session that is being made from another's messages (BR-1). No list shows it before it is whole (BR-2). */
export interface NewCopy {
  id: SessionId;
  /** The session whose messages, agent, model and workspace are copied: the parent, or a sidecar of the parent. */
  source_id: SessionId;
  parent_id: SessionId;
  /** The last message that the copy has in common with its parent; absent where there is none. */
  parent_message_id?: MessageId;
  /** Added to the source's metadata, without the source's `ephemeral`. */
  metadata: Record<string, unknown>;
  /** Each op that hides some of the copied messages, with the id of its copy. */
  ops: readonly (readonly [OpId, OpId])[];
  now: number;
}

/** Messages to copy, in order. */
export interface CopiedMessages {
  ids: readonly MessageId[];
  /** The time value of the first copy's id; those of the others follow it. */
  first: bigint;
  /** Names the copied op that hides a message. */
  hidden: Readonly<Record<MessageId, OpId>>;
  /** The messages to which the copies of summaries point: the only ids inside a copied part (BR-1). */
  pointers: Readonly<Record<MessageId, SummaryPointers>>;
}

/** The ids in a compaction (`Compaction`). */
export interface SummaryPointers {
  op_id: OpId;
  tail_start_id: MessageId;
  split_id?: MessageId;
}

/** A timeline from its beginning to a message. */
export interface CopiedTimeline {
  ids: MessageId[];
  /** The messages of it that a summary in it hides, with the compaction's op. */
  compacted: Readonly<Record<MessageId, OpId>>;
  /** The summaries in it, and what they point to. */
  summaries: Readonly<Record<MessageId, SummaryPointers>>;
}

export interface BranchStore {
  /**
   * The timeline in which a message stands (BR-1). A summary that speaks of messages behind it is left out: the turns are as they stood
   * before.
   */
  timelineThrough(session_id: SessionId, message_id: MessageId): CopiedTimeline;
  /** @throws BraidError `SESSION_NOT_FOUND` */
  beginCopy(copy: NewCopy): void;
  /**
   * TK-2. `blockOf` reserves ids of parts. Returns the copy of the last message. @throws BraidError `SESSION_NOT_FOUND` where a message no longer
   * exists
   */
  copyMessages(
    session_id: SessionId,
    messages: CopiedMessages,
    blockOf: (count: number) => bigint,
  ): MessageId | undefined;
  /**
   * Makes the copy a session like others; its messages were paid for elsewhere (TK-4). `main_id`: the session beside which the copy stands
   * as a sidecar (BR-4).
   */
  finishCopy(copy: {
    id: SessionId;
    title: string;
    copied_through: MessageId;
    main_id?: SessionId;
    now: number;
  }): void;
  /** BR-3: all descendants of the oldest ancestor that still exists, oldest first, without sidecars. */
  family(session_id: SessionId): FamilyMember[];
  /** BR-3: the session's origin, and its own branches. */
  branchLinks(session_id: SessionId): BranchLinks;
  /** The messages that two sessions have in common from their beginning on (BR-3). Runs in another thread, as `find` does. */
  sharedBeginning(a: SessionId, b: SessionId): Promise<SharedBeginning>;
  /** BR-4: oldest first. */
  sidecars(main_id: SessionId): (Omit<Sidecar, "session" | "state"> & { session_id: SessionId })[];
  /** The session that a sidecar stands beside, and whether it is open there; undefined for a session that is no sidecar. */
  sidecarOf(session_id: SessionId): { main_id: SessionId; open: boolean } | undefined;
  /** Opens a sidecar, and closes another one that is open beside the same session. */
  showSidecar(session_id: SessionId, now: number): void;
  closeSidecar(session_id: SessionId, now: number): void;
  /** Begins the removal of a sidecar that holds no words, neither said nor begun. Returns false, and does nothing, where it holds some. */
  discardSidecar(session_id: SessionId, now: number): boolean;
  /**
   * Makes a sidecar a branch, also in the trash. `nameOf` returns its title as a branch for its title and the beginning of its first
   * question; a title that its user gave stays. The title agent may name the branch then (SE-4).
   */
  promoteSidecar(
    session_id: SessionId,
    nameOf: (title: string, question: string | undefined) => string,
  ): void;
}
