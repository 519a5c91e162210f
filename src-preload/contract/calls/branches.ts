/** Branches, asides and the trash (BR, DB-10). */
import { z } from "zod";
import { messageId, session, sessionId } from "../fields";
import type { MessageId, SessionId } from "../ids";
import type { SessionState, SessionSummary } from "../types";

/** One session of a family, as a tree of branches shows it. */
export interface FamilyMember {
  id: SessionId;
  title: string;
  /** The one it was branched from: also where that one is gone. */
  parent_id?: SessionId;
  parent_message_id?: MessageId;
  created_at: number;
  updated_at: number;
  archived_at?: number;
  deleted_at?: number;
}

/** A branch, by the message of its parent that it was branched from. */
export interface Fork {
  session_id: SessionId;
  message_id: MessageId;
  title: string;
}

/** The ways from a session to those it is next to in its family (BR-3). */
export interface BranchLinks {
  /** What it was branched from. Without a title that one is gone for good, without a message nothing had been answered there. */
  origin?: { session_id: SessionId; message_id?: MessageId; title?: string; trashed?: true };
  /** Oldest first; no asides, and nothing of the trash. */
  forks: Fork[];
}

/** BR-4. */
export interface Aside {
  session: SessionSummary;
  state: SessionState;
  /** Absent while its pane is open: at most one of a session's asides is. */
  closed_at?: number;
  /** How what was asked there first begins. */
  question?: string;
  /** How the last message begins that was copied into it, as much as an excerpt is made of; absent where none was. */
  known?: string;
}

/** BR-3: what two sessions have in common from their beginning on, as both stand now. */
export interface SharedBeginning {
  /** Visible messages. */
  count: number;
  /** The last of them in each; absent where they have none in common. */
  a_message_id?: MessageId;
  b_message_id?: MessageId;
}

export interface TrashedSession {
  id: SessionId;
  /** Of an aside what was asked there first, if anything was (BR-4). */
  title: string;
  /** The title of what it is an aside of. */
  aside_of?: string;
  updated_at: number;
  deleted_at: number;
}

/** A page of the trash, what was deleted last first. */
export interface TrashPage {
  sessions: TrashedSession[];
  /** How many there are in all. */
  count: number;
  /** Pass as `before` for the next page; absent on the last. */
  next?: TrashCursor;
}
export interface TrashCursor {
  deleted_at: number;
  id: SessionId;
}

export interface BranchOutputs {
  "branch.create": SessionSummary;
  "branch.family": FamilyMember[];
  "branch.links": BranchLinks;
  "branch.shared": SharedBeginning;
  "aside.open": SessionSummary;
  "aside.list": Aside[];
  "aside.show": undefined;
  "aside.close": undefined;
  "aside.promote": SessionSummary;
  "trash.put": undefined;
  "trash.restore": SessionSummary;
  "trash.list": TrashPage;
  "trash.remove": undefined;
  "trash.empty": undefined;
}

export const branchSchemas = {
  /** BR-1; `settled` allows it during a run, from a message before the running turn (BR-2). */
  "branch.create": z.strictObject({
    parent_session_id: sessionId,
    from_message_id: messageId,
    settled: z.boolean().optional(),
  }),
  /** All that descend from the same session, oldest first. */
  "branch.family": session,
  /** BR-3: there and back. */
  "branch.links": session,
  /** Of any two: those that are no relatives have nothing in common. */
  "branch.shared": z.strictObject({ a: sessionId, b: sessionId }),
  /** BR-4: a new aside, from the last settled message, or from an earlier one; it is open in place of another. */
  "aside.open": z.strictObject({ session_id: sessionId, from_message_id: messageId.exactOptional() }),
  /** Of a session, oldest first, closed ones too. */
  "aside.list": session,
  "aside.show": session,
  "aside.close": session,
  /** The aside becomes a branch. */
  "aside.promote": session,
  "trash.put": session,
  "trash.restore": session,
  /** Newest first. */
  "trash.list": z.strictObject({
    limit: z.int().min(1).max(200),
    before: z.strictObject({ deleted_at: z.int(), id: sessionId }).exactOptional(),
  }),
  /** For good. */
  "trash.remove": session,
  /** All that was deleted up to then, which is what its user has seen; without it, all that is there now. */
  "trash.empty": z.strictObject({ through: z.int().exactOptional() }),
} as const;
