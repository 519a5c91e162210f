/**
 * What the core needs of the store: one verb per transaction, all or nothing, synchronous (so that "read and subscribe" is one
 * step without a lock). Every verb may throw `BraidError` with `STORE_UNAVAILABLE`; nothing was written then.
 */

import type {
  BranchLinks,
  FamilyMember,
  SharedBeginning,
  Sidecar,
} from "../../../src-preload/contract/domain/branches";
import type { MessageId, OpId, PartId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  BraidPart,
  FoundInSession,
  MessageMetadata,
  MessagePage,
  StoredMessage,
} from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { StretchRequest } from "../../../src-preload/contract/domain/requests";
import type {
  SessionCursor,
  SessionSummary,
  SessionView,
} from "../../../src-preload/contract/domain/sessions";
import type { HiddenTurns, UndoEntry, UndoKind } from "../../../src-preload/contract/domain/timeline";
import type { TrashCursor, TrashedSession } from "../../../src-preload/contract/domain/trash";
import type { ModelUsage, Usage } from "../../../src-preload/contract/domain/usage";
import type { DraftOf, DraftStore } from "./draft-store";
import type { QueueStore, SentFrom } from "./queue-store";

/** A stretch of a session, and the names of its speakers as they stand above what was said. */
export type TranscriptQuery = StretchRequest & { names: Record<"user" | "assistant", string> };

export interface NewSession {
  id: SessionId;
  title: string;
  /** The title was given; absent: it is the first words, until the title agent has a better one (SE-4). */
  titled_by?: "user";
  agent: string;
  model?: ModelRef;
  workspace_root?: string;
  now: number;
}

export interface NewUserMessage {
  id: MessageId;
  session_id: SessionId;
  metadata: MessageMetadata;
  parts: { id: PartId; part: BraidPart }[];
  now: number;
}

export interface SessionQuery {
  /** 1–200. */
  limit: number;
  before?: SessionCursor;
  archived: boolean;
  workspace_root?: string;
  /** Only the pinned ones, or only the others; absent: both. */
  pinned?: boolean;
  /** Only titles that have all words of this in them, however they are written (`foldTitle`). */
  filter?: string;
}

/** A filter looks at so many sessions at a time (decision 8): a page may be short, or empty, although there are more. */
export interface SessionPage {
  sessions: SessionSummary[];
  /** Their ancestors that the page lacks, as far as the query has them and nobody stands for himself in between (BR-3). */
  above: SessionSummary[];
  /** Where the next page begins; absent on the last. */
  next?: SessionCursor;
}

/** Marks to change; `null` takes one off. */
export interface SessionMarks {
  pinned_at?: number | null;
  unread_since?: number | null;
}

/** A call beside the turns, as it is accounted (TK-1). */
export interface AgentCall {
  session_id: SessionId;
  /** By its name. */
  agent: string;
  model: ModelRef;
  usage: Usage;
  estimated: boolean;
  cost_usd?: number;
  now: number;
}

/** What a title is made from: the title at hand, and the first messages. */
export interface TitleBasis {
  title: string;
  /** The first visible ones, oldest first. */
  messages: StoredMessage[];
}

/** One change of one part row. `append` grows `text` (of tool inputs: `rawInput`) without touching what is saved (SV-3). */
export type PartWrite =
  | { kind: "insert"; id: PartId; index: number; part: BraidPart; settled: boolean }
  | { kind: "append"; id: PartId; seq: number; delta: string }
  /**
   * Replaces the row's part. `settled`: `part` is whole and the row's deltas go, in the same transaction. Not settled: `part` holds
   * the text of the insert, and the deltas stay.
   */
  | { kind: "update"; id: PartId; part: BraidPart; settled: boolean };

/** Where an assistant message begins: its row, written with the first frame. */
export interface MessageStart {
  metadata: MessageMetadata;
}

/** SV-2: one frame, one transaction. */
export interface FrameWrite {
  session_id: SessionId;
  message_id: MessageId;
  start?: MessageStart;
  /** Replaces the metadata of a message that has not ended. */
  metadata?: MessageMetadata;
  parts: PartWrite[];
  /** Synced to the disk before the call returns (SV-9). */
  durable: boolean;
  now: number;
}

/** SV-6: what ends a turn is one transaction: last parts, final metadata (usage, finish reason), rollups, checkpoint. */
export interface TurnEnd {
  frame: FrameWrite;
  metadata: MessageMetadata;
}

/** RN-7 after content: the attempt ends and is hidden by a `retry` op, the next one begins, rollups are recomputed; one transaction. */
export interface RetryWrite {
  end: TurnEnd;
  op_id: OpId;
  next: FrameWrite;
}

/** Where a message stands. */
export interface PlaceInTimeline {
  message: StoredMessage;
  /** The visible message before it; absent where there is none. */
  before?: MessageId;
}

/** RW-2: what is visible after a place leaves the timeline, and another turn begins there. */
export interface RewindWrite {
  session_id: SessionId;
  /** Names the timeline that is left, where nothing names it yet. */
  op_id: OpId;
  /** The last message that stays; absent: none does. */
  after?: MessageId;
  /** What is said instead; absent: what stays is answered anew. */
  message?: NewUserMessage;
  answer: FrameWrite;
  /** What its undoing is called (RW-7). */
  undo: "rewind" | "retry";
  /** The draft that it was: it goes (QU-2). */
  draft?: DraftOf | undefined;
  now: number;
}

/** RW-3: the timeline of `op_id` is shown, and the one that is visible now hidden in its place. */
export interface SwapWrite {
  session_id: SessionId;
  op_id: OpId;
  /** Names the timeline that is left, where nothing names it yet. */
  new_op_id: OpId;
  /** The entry of the undo stack that this undoes; absent: this is a change of its own, which can be undone. */
  undoes?: number;
  now: number;
}

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
  /** Of each op that hides some of the copied: its own id, and that of its copy. */
  ops: readonly (readonly [OpId, OpId])[];
  now: number;
}

/** Messages to copy, in order; of those that are hidden, the copied op that hides them. */
export interface CopiedMessages {
  ids: readonly MessageId[];
  hidden: Readonly<Record<MessageId, OpId>>;
}

/** An entry of the undo stack as the core needs it (RW-7). */
export interface UndoStep {
  id: number;
  kind: UndoKind;
  session_id: SessionId;
  /** Of a change of the timeline: names the timeline that undoing brings back. */
  op_id?: OpId;
  created_at: number;
  undone_at?: number;
}

/** An assistant message whose turn never ended, its deltas folded in (LY-6). */
export interface UnsettledMessage {
  id: MessageId;
  session_id: SessionId;
  metadata: MessageMetadata;
  parts: { id: PartId; part: BraidPart }[];
}

/** A system prompt as it was sent, by the SHA-256 of its text (SP-2); equal sections are stored once. */
export interface SystemPrompt {
  digest: string;
  sections: { name: string; text: string }[];
}

export interface SaidQuery {
  session_id: SessionId | null;
  in: "session" | "rest";
  before?: MessageId;
  limit: number;
}

export interface Store extends QueueStore, DraftStore {
  /** With a first message: both or neither, synced (SV-9); its draft goes with it (QU-2). See `addUserMessage`. */
  createSession(
    session: NewSession,
    first?: { message: NewUserMessage; answer: FrameWrite; draft?: DraftOf | undefined },
  ): { session: SessionSummary; message?: StoredMessage };
  session(id: SessionId): SessionView | undefined;
  listSessions(query: SessionQuery): SessionPage;
  /** The ancestors of a session, as a page with it would have them. */
  sessionsAbove(session: SessionSummary): SessionSummary[];
  /** Its user's own title: no other is put over it (SE-4). Does not change `updated_at`: a name is not activity. */
  renameSession(id: SessionId, title: string): void;
  /** Undefined where the title has been decided: by its user, by the title agent, or to stay as it is. */
  titleBasis(id: SessionId): TitleBasis | undefined;
  /**
   * SE-4: decides the title, once: `title`, or the one at hand where there is none. Nothing happens where it has been decided since,
   * or is no longer `basis.title`; returns whether the title changed.
   */
  decideTitle(id: SessionId, basis: Pick<TitleBasis, "title">, title: string | undefined): boolean;
  /** TK-1: apart from the session's rollups. */
  accountCall(call: AgentCall): void;
  /** Marks are no activity either. */
  markSession(id: SessionId, marks: SessionMarks): void;
  /** Into the archive or out of it, with its entry on the undo stack (RW-7). Does not change `updated_at`: archiving is not activity. */
  archiveSession(id: SessionId, archived: boolean, now: number): void;
  /** Into the trash or out of it (DB-10), with its entry on the undo stack (RW-7). @throws BraidError `SESSION_NOT_FOUND` */
  trashSession(id: SessionId, trashed: boolean, now: number): SessionView | undefined;

  /**
   * Stores it, synced (SV-1, SV-9), with the first frame of its answer: a crash right after leaves a turn that reads as interrupted
   * (SV-5), never a question nobody took. Moves `updated_at` and `model_json`; the draft that it was goes
   * with it (QU-2), and no other, or the row in which it waited (QU-1).
   * @throws BraidError `MESSAGE_NOT_FOUND` where it does not wait any more
   */
  addUserMessage(message: NewUserMessage, answer: FrameWrite, from?: SentFrom): StoredMessage;
  /**
   * The last `limit` visible messages before `before` (or the last of all), oldest first, read through the deltas; fewer where
   * their parts are large (8 MiB). `without` leaves one out: the live one (LY-4).
   */
  page(session_id: SessionId, query: { limit: number; before?: MessageId; without?: MessageId }): MessagePage;
  /** The same as `page`, of each message its outline alone (`away`); no part is read. */
  outline(session_id: SessionId, query: { limit: number; before: MessageId }): MessagePage;
  /**
   * The visible messages behind `after` (or from the first on), oldest first: what a prompt is built from. At most `messages`, and at most
   * `bytes` of their parts, but always one where there is one; absent: all.
   */
  visibleMessages(
    session_id: SessionId,
    query?: { after?: MessageId | undefined; messages?: number; bytes?: number },
  ): StoredMessage[];

  /** SV-2, SV-3. */
  commitFrame(frame: FrameWrite): void;
  /** SV-6, TK-2. The message's usage is added to the session's rollups, once. */
  endTurn(end: TurnEnd): void;
  /** RN-7, DB-3, TK-2. */
  retryTurn(write: RetryWrite): void;
  /** Hidden or not; undefined for one that is not in this session. */
  message(session_id: SessionId, id: MessageId): StoredMessage | undefined;
  /** Undefined for a message that is not in this session. */
  placeOf(session_id: SessionId, message_id: MessageId): PlaceInTimeline | undefined;
  /** The timelines that are hidden at a place that is visible, oldest first (RW-3). */
  hiddenTurns(session_id: SessionId): HiddenTurns[];
  /** The last `limit` messages of a timeline that is hidden, as they would stand if it were shown; see `page` (RW-3). */
  hiddenPage(op_id: OpId, query: { limit: number; before?: MessageId }): MessagePage;
  /** RW-2, TK-2: one transaction, synced, hides, stores what is said instead and the beginning of its answer. */
  rewindTurn(write: RewindWrite): { hidden: HiddenTurns[]; message?: StoredMessage };
  /** RW-3, TK-2: one transaction. @throws BraidError `INVALID_INPUT` where that timeline is not hidden, or parted at a place that is. */
  unrewind(write: SwapWrite): HiddenTurns[];
  /** RW-7: an entry by its id, or the newest that is not undone. */
  undoStep(id?: number): UndoStep | undefined;
  /** RW-7: newest first, undone ones too; `before` is an entry's id. */
  undoEntries(limit: number, before?: number): UndoEntry[];

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
  /** From here on it is a session as others are; what came with it was paid for elsewhere (TK-4). `main_id`: a sidecar of that one (BR-4). */
  finishCopy(copy: {
    id: SessionId;
    title: string;
    copied_through: MessageId;
    main_id?: SessionId;
    now: number;
  }): void;
  /** DB-10: what is in the trash is to go for good; from here on it is shown nowhere. @throws BraidError `SESSION_NOT_FOUND` */
  beginRemoval(session_id: SessionId, now: number): void;
  /** Removes so many messages of a session, in the end the session; true once nothing of it is left. */
  removeSome(session_id: SessionId, most: number): boolean;
  /** Sessions that are being copied, or removed. */
  partialSessions(): SessionId[];

  /** BR-3: all that descend from the oldest ancestor that is left, without sidecars, oldest first. */
  family(session_id: SessionId): FamilyMember[];
  /** BR-4: oldest first. */
  sidecars(main_id: SessionId): (Omit<Sidecar, "session" | "state"> & { session_id: SessionId })[];
  /** BR-3: what it was branched from, and its own branches. */
  branchLinks(session_id: SessionId): BranchLinks;
  /** What it stands beside, and whether it is open there; undefined for one that is no sidecar. */
  sidecarOf(session_id: SessionId): { main_id: SessionId; open: boolean } | undefined;
  /** The one that is open beside the same session is closed. */
  showSidecar(session_id: SessionId, now: number): void;
  closeSidecar(session_id: SessionId, now: number): void;
  /** Where nothing was said in it, nor begun to be, it is to go for good, as after `beginRemoval`; false where something was. */
  discardSidecar(session_id: SessionId, now: number): boolean;
  /** Also in the trash; `nameOf` makes its title there of the one that it has. */
  promoteSidecar(session_id: SessionId, nameOf: (title: string) => string): void;
  /** DB-10: newest first. */
  trash(query: { limit: number; before?: TrashCursor }): TrashedSession[];
  /** How many there are in the trash. */
  trashCount(): number;
  isInTrash(session_id: SessionId): boolean;

  /** Oldest first, of one session or of all. */
  unsettledMessages(session_id?: SessionId): UnsettledMessage[];

  /** Where `needle` (folded) stands in the visible messages. Answered beside the thread of the window (decision 8). */
  find(query: { session_id: SessionId; needle: string; without?: MessageId }): Promise<FoundInSession>;
  /**
   * The words of visible messages from `from` to `to`, as Markdown, each under the name of its speaker; undefined where they are more
   * than 64 million characters. Answered as `find` is.
   */
  transcriptText(query: TranscriptQuery): Promise<string | undefined>;
  /** What all answers of a session used, by model (TK-4). Answered as `find` is. */
  usage(session_id: SessionId): Promise<ModelUsage[]>;

  /** What two sessions have in common from their beginning on (BR-3). Answered as `find` is. */
  sharedBeginning(a: SessionId, b: SessionId): Promise<SharedBeginning>;

  /** Stored once by digest (SP-2). */
  saveSystemPrompt(prompt: SystemPrompt, now: number): void;
  systemPrompt(digest: string): SystemPrompt | undefined;

  /** What the user said, newest first: in this session, or in all others. At most `limit` messages and a few million characters. */
  said(query: SaidQuery): { id: MessageId; text: string }[];

  /** Small facts of the app itself, e.g. which windows were open (SE-9); `undefined` deletes. */
  setAppState(key: string, value: unknown): void;
  appState(key: string): unknown;

  /** The largest id text of each kind is a floor for new ids, so that order holds when the clock stepped back (DB-5). */
  newestIdTime(): bigint;
  close(): void;
}
