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
import type { ModelUsage, Usage } from "../../../src-preload/contract/domain/usage";
import type { DraftOf } from "./draft-store";
import type { FrameWrite, NewUserMessage } from "./transcript-store";

/** The fields of a summary that a session gets later on, and does not have when it begins. */
type Later =
  | "parent_id"
  | "ephemeral"
  | "copied_through"
  | "created_at"
  | "updated_at"
  | "archived_at"
  | "pinned_at"
  | "unread";

export interface NewSession extends Omit<SessionSummary, Later> {
  /** The title was given; absent: it is the first words, until the title agent has a better one (SE-4). */
  titled_by?: "user";
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
  /** The agent's name. */
  agent: string;
  model: ModelRef;
  usage: Usage;
  estimated: boolean;
  cost_usd?: number;
  now: number;
}

/** A title is made from the title at hand and the first messages. */
export interface TitleBasis {
  title: string;
  /** The first visible ones, oldest first. */
  messages: StoredMessage[];
}

export interface SessionStore {
  /** With a first message: both or neither, synced (SV-9); its draft goes with it (QU-2). See `addUserMessage`. */
  createSession(
    session: NewSession,
    first?: { message: NewUserMessage; answer: FrameWrite; draft?: DraftOf | undefined },
  ): { session: SessionSummary; message?: StoredMessage };
  session(id: SessionId): SessionView | undefined;
  listSessions(query: SessionQuery): SessionPage;
  /** The ancestors of a session, as a page with it would have them. */
  sessionsAbove(session: SessionSummary): SessionSummary[];
  /** Gives a session its user's own title: no other is put over it (SE-4). Does not change `updated_at`: a name is not activity. */
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
  /** The usage of all answers of a session, by model (TK-4). Answered as `find` is. */
  usage(session_id: SessionId): Promise<ModelUsage[]>;
  /** Marks are no activity either. */
  markSession(id: SessionId, marks: SessionMarks): void;
  /** Into the archive or out of it, with its entry on the undo stack (RW-7). Does not change `updated_at`: archiving is not activity. */
  archiveSession(id: SessionId, archived: boolean, now: number): void;
  /** Into the trash or out of it (DB-10), with its entry on the undo stack (RW-7). @throws BraidError `SESSION_NOT_FOUND` */
  trashSession(id: SessionId, trashed: boolean, now: number): SessionView | undefined;
  /** DB-10: newest first. */
  trash(query: { limit: number; before?: TrashCursor }): TrashedSession[];
  /** How many there are in the trash. */
  trashCount(): number;
  isInTrash(session_id: SessionId): boolean;
  /** DB-10: what is in the trash is to go for good; from here on it is shown nowhere. @throws BraidError `SESSION_NOT_FOUND` */
  beginRemoval(session_id: SessionId, now: number): void;
  /** Removes so many messages of a session, in the end the session; true once nothing of it is left. */
  removeSome(session_id: SessionId, most: number): boolean;
  /** Sessions that are being copied, or removed. */
  partialSessions(): SessionId[];
}
