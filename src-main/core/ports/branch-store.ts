/** The part of the store that copies sessions (BR-1, BR-2), and knows who descends from whom (BR-3) and which sidecars a session has (BR-4). */

import type {
  BranchLinks,
  FamilyMember,
  SharedBeginning,
  Sidecar,
} from "../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";

/** A session that is being made of another's messages (BR-1): shown nowhere before it is whole (BR-2). */
export interface NewCopy {
  id: SessionId;
  /** Whose messages, agent, model and workspace it has: its parent, or a sidecar of that. */
  source_id: SessionId;
  parent_id: SessionId;
  /** The last message that it has in common with its parent; absent where there is none. */
  parent_message_id?: MessageId;
  /** Added to the source's, of which `ephemeral` is left out. */
  metadata: Record<string, unknown>;
  /** For each op that hides some of the copied messages: its own id, and that of its copy. */
  ops: readonly (readonly [OpId, OpId])[];
  now: number;
}

/** Messages to copy, in order; of those that are hidden, the copied op that hides them. */
export interface CopiedMessages {
  ids: readonly MessageId[];
  hidden: Readonly<Record<MessageId, OpId>>;
}

export interface BranchStore {
  /**
   * The timeline in which a message stands, from its beginning to that message (BR-1). `compacted`: those that are hidden there, with
   * the compaction that hides them.
   */
  timelineThrough(
    session_id: SessionId,
    message_id: MessageId,
  ): { ids: MessageId[]; compacted: Readonly<Record<MessageId, OpId>> };
  /** @throws BraidError `SESSION_NOT_FOUND` */
  beginCopy(copy: NewCopy): void;
  /** TK-2. `blockOf` reserves ids. Returns the copy of the last. @throws BraidError `SESSION_NOT_FOUND` where one of them is no more */
  copyMessages(
    session_id: SessionId,
    messages: CopiedMessages,
    blockOf: (count: number) => bigint,
  ): MessageId;
  /** Makes the copy a session like others; its messages were paid for elsewhere (TK-4). `main_id`: the session that it is a sidecar of (BR-4). */
  finishCopy(copy: {
    id: SessionId;
    title: string;
    copied_through: MessageId;
    main_id?: SessionId;
    now: number;
  }): void;
  /** BR-3: all that descend from the oldest ancestor that is left, without sidecars, oldest first. */
  family(session_id: SessionId): FamilyMember[];
  /** BR-3: what it was branched from, and its own branches. */
  branchLinks(session_id: SessionId): BranchLinks;
  /** The messages that two sessions have in common from their beginning on (BR-3). Answered as `find` is. */
  sharedBeginning(a: SessionId, b: SessionId): Promise<SharedBeginning>;
  /** BR-4: oldest first. */
  sidecars(main_id: SessionId): (Omit<Sidecar, "session" | "state"> & { session_id: SessionId })[];
  /** The session that a sidecar stands beside, and whether it is open there; undefined for a session that is no sidecar. */
  sidecarOf(session_id: SessionId): { main_id: SessionId; open: boolean } | undefined;
  /** The one that is open beside the same session is closed. */
  showSidecar(session_id: SessionId, now: number): void;
  closeSidecar(session_id: SessionId, now: number): void;
  /** Begins the removal of a sidecar in which nothing was said, nor begun to be. Returns false, and does nothing, where something was. */
  discardSidecar(session_id: SessionId, now: number): boolean;
  /** Also in the trash; `nameOf` makes its title there of the one that it has. */
  promoteSidecar(session_id: SessionId, nameOf: (title: string) => string): void;
}
