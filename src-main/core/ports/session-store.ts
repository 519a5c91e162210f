/** The part of the store that keeps sessions as such: their rows and list, titles, marks, costs, the trash, and their removal for good. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type {
  SessionCursor,
  SessionSummary,
  SessionView,
} from "../../../src-preload/contract/domain/sessions";
import type { TrashCursor, TrashedSession } from "../../../src-preload/contract/domain/trash";
import type { SessionUsage, Usage } from "../../../src-preload/contract/domain/usage";
import type { DraftKey } from "./draft-store";
import type { TaskLink } from "./task-store";
import type { FrameWrite, NewUserMessage } from "./transcript-store";

/** The fields that a summary does not have yet when its session begins. */
type Later =
  | "parent_id"
  | "part_of"
  | "ephemeral"
  | "copied_through"
  | "created_at"
  | "updated_at"
  | "archived_at"
  | "pinned_at"
  | "unread"
  | "turns"
  | "draft";

export interface NewSession extends Omit<SessionSummary, Later> {
  /** Present where the title was given, or stays as it is. Without it the title is the first words, until the title agent finds a better one (SE-4). */
  titled_by?: "user" | "words";
  /** AG-2: the session is a helper's, and works for this call. */
  task?: TaskLink;
  now: number;
}

export interface SessionQuery {
  /** 1–200. */
  limit: number;
  before?: SessionCursor;
  archived: boolean;
  workspace_root?: string;
  /** True: only pinned sessions. False: only the others. Absent: both. */
  pinned?: boolean;
  /** Finds titles that contain each of these words, however they are written (`foldTitle`). */
  filter?: string;
}

/**
 * A page of sessions. A filter looks at a bounded number of sessions for each page (docs/decisions/the-list-filter-is-bounded.md), so a page
 * may be short, or empty, although there are more.
 */
export interface SessionPage {
  sessions: SessionSummary[];
  /**
   * Ancestors of these sessions that the page lacks and the query admits (BR-3). The way up ends at a pinned session, which the list shows
   * by itself.
   */
  above: SessionSummary[];
  /** Where the next page begins; absent on the last. */
  next?: SessionCursor;
}

/** Marks to change; `null` takes one off. */
export interface SessionMarks {
  pinned_at?: number | null;
  unread_since?: number | null;
}

/** A call to a model beside the turns, for the account (TK-1). */
export interface AgentCall {
  session_id: SessionId;
  /** The agent's name. */
  agent: string;
  model: ModelRef;
  usage: Usage;
  estimated: boolean;
  cost_usd?: number;
  now: number;
}

/** The tokens that fill a session's window, counted when its `updated_at` was `as_of`. */
export interface ContextCount {
  session_id: SessionId;
  tokens: number;
  estimated: boolean;
  as_of: number;
}

/** The material of a title: the present title and the first messages. */
export interface TitleBasis {
  title: string;
  /** The first visible messages, oldest first; of a branch its own. */
  messages: StoredMessage[];
}

/** Names the sessions of an import by its entry on the undo stack, in the order of their ids. */
export interface NextImported {
  entry: number;
  after?: SessionId | undefined;
  most: number;
  now: number;
}

export interface SessionStore {
  /**
   * Stores the session with its first message, if there is one: both or neither, synced (SV-9). Deletes the message's draft (QU-2). See
   * `addUserMessage`.
   */
  createSession(
    session: NewSession,
    first?: { message: NewUserMessage; answer: FrameWrite; draft?: DraftKey | undefined },
  ): { session: SessionSummary; message?: StoredMessage };
  session(id: SessionId): SessionView | undefined;
  listSessions(query: SessionQuery): SessionPage;
  /** The ancestors of a session, as `SessionPage.above` has them. */
  sessionsAbove(session: SessionSummary): SessionSummary[];
  /** Gives a session its user's own title, which no other title replaces (SE-4). Does not change `updated_at`: a name is not activity. */
  renameSession(id: SessionId, title: string): void;
  /** AG-8: the agent that answers from the next turn on. */
  chooseAgent(id: SessionId, agent: string): void;
  /** Undefined where somebody has decided the title: the user wrote one, or the title agent wrote or kept one. */
  titleBasis(id: SessionId): TitleBasis | undefined;
  /**
   * SE-4: decides the title, once: on `title`, or on the present title where there is none. Does nothing where the title has been decided
   * since, or is no longer `basis.title`. Returns true if it decided.
   */
  decideTitle(id: SessionId, basis: Pick<TitleBasis, "title">, title: string | undefined): boolean;
  /** TK-1: keeps the call apart from the session's rollups. */
  accountCall(call: AgentCall): void;
  /**
   * Returns the sums of what a session has used, by purpose and model (TK-4): hidden answers too, the calls beside its turns, its helpers and
   * its sidecars. Runs in another thread, as `find` does.
   */
  usage(session_id: SessionId): Promise<SessionUsage>;
  /** The tokens of `usage`, for a session that is as short as a helper's. */
  usedTokens(session_id: SessionId): number;
  /**
   * TK-3: stores the number that fills the window, where the session has not changed since (`as_of` is its `updated_at`). Returns true if it
   * did. Does not change `updated_at`: counting is not activity.
   */
  setContext(count: ContextCount): boolean;
  /** Does not change `updated_at`: marks are not activity. */
  markSession(id: SessionId, marks: SessionMarks): void;
  /**
   * Moves a session into the archive or out of it, with an entry on the undo stack (RW-7). Does not change `updated_at`: archiving is not
   * activity.
   */
  archiveSession(id: SessionId, archived: boolean, now: number): void;
  /** Moves a session into the trash or out of it (DB-10), with an entry on the undo stack (RW-7). @throws BraidError `SESSION_NOT_FOUND` */
  trashSession(id: SessionId, trashed: boolean, now: number): SessionView | undefined;
  /** DB-10: newest first. */
  trash(query: { limit: number; before?: TrashCursor }): TrashedSession[];
  /** How many there are in the trash. */
  trashCount(): number;
  isInTrash(session_id: SessionId): boolean;
  /** DB-10: begins to remove a session in the trash for good; no list shows it from here on. @throws BraidError `SESSION_NOT_FOUND` */
  beginRemoval(session_id: SessionId, now: number): void;
  /** Removes at most `most` messages of a session, and the session itself after the last. Returns true once nothing of it is left. */
  removeSome(session_id: SessionId, most: number): boolean;
  /** Sessions that are being copied, or removed. Those of an import that has come are not among them. */
  partialSessions(): SessionId[];
  /** Shows at most `most` sessions of imports that a kill has kept from being shown. Returns how many it has shown. */
  showImported(most: number): number;
  /**
   * RW-7: puts the next `most` sessions of an import into the trash, without entries of their own on the undo stack. The import is undone with
   * the last of them: `last` is undefined then.
   */
  takeBackImported(next: NextImported): { session_ids: SessionId[]; last: SessionId | undefined };
}
