/** The facts of a found document that change: the database has them, the index none. */
import type { Database } from "better-sqlite3";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Found, FoundSession } from "../../../src-preload/contract/domain/search";
import { questionOf } from "../sessions/sidecar-name";
import { isTitle } from "./keys";

/** The statements of this file, for the test that looks at their plans. */
export const FOUND_SQL = {
  message: `SELECT id, session_id, role, hidden_at, created_at, metadata_json ->> '$.model.model_id' AS model_id
    FROM chat_messages WHERE id = ?`,
  hidden: `SELECT o.id AS op_id, o.cause FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
    WHERE h.message_id = ? AND o.undone_at IS NULL ORDER BY o.cause = 'rewind' DESC, o.id DESC LIMIT 1`,
  session: `SELECT s.id, s.title, s.workspace_root, s.archived_at, s.deleted_at, s.created_at, m.pinned_at,
      s.model_json ->> '$.model_id' AS model_id, a.beside_id, t.parent_id AS helped_id,
      iif(a.session_id IS NULL, NULL, ${questionOf("s")}) AS question,
      (SELECT title FROM chat_sessions WHERE id = coalesce(a.beside_id, t.parent_id)) AS other_title
    FROM chat_sessions s LEFT JOIN session_marks m ON m.session_id = s.id
    LEFT JOIN session_asides a ON a.session_id = s.id LEFT JOIN session_tasks t ON t.session_id = s.id
    WHERE s.id = ? AND s.id NOT IN (SELECT session_id FROM partial_sessions)`,
} as const;

export interface FoundMessageRow {
  id: MessageId;
  session_id: SessionId;
  role: string;
  hidden_at: number | null;
  /** The op that hides it, where it is hidden. */
  hidden?: NonNullable<Found["hidden"]> | undefined;
  created_at: number;
  model_id: string | null;
}

interface SessionRow {
  id: SessionId;
  title: string;
  workspace_root: string | null;
  archived_at: number | null;
  deleted_at: number | null;
  created_at: number;
  pinned_at: number | null;
  model_id: string | null;
  beside_id: SessionId | null;
  helped_id: SessionId | null;
  question: string | null;
  other_title: string | null;
}

export interface FoundSessionRow extends SessionRow {
  shown: FoundSession;
}

export interface Candidate {
  /** Absent where the document is the session's title. */
  message?: FoundMessageRow;
  session: FoundSessionRow;
}

/** Returns the maker of readers of documents by their ids. One reader reads each session once. */
export function candidatesReader(db: Database): () => (id: string) => Candidate | undefined {
  const messages = db.prepare<[string], FoundMessageRow>(FOUND_SQL.message);
  const hiding = db.prepare<[string], NonNullable<Found["hidden"]>>(FOUND_SQL.hidden);
  const sessions = db.prepare<[string], SessionRow>(FOUND_SQL.session);
  const sessionOf = (id: string, read: Map<string, FoundSessionRow | undefined>) => {
    if (!read.has(id)) {
      const row = sessions.get(id);
      read.set(id, row && { ...row, shown: shownOf(row) });
    }
    return read.get(id);
  };
  return () => {
    const read = new Map<string, FoundSessionRow | undefined>();
    return (id) => {
      const message = isTitle(id) ? undefined : messages.get(id);
      if (message !== undefined && message.hidden_at !== null) message.hidden = hiding.get(id);
      const session = sessionOf(isTitle(id) ? id : (message?.session_id ?? ""), read);
      return session && { session, ...(message === undefined ? {} : { message }) };
    };
  };
}

function shownOf(row: SessionRow): FoundSession {
  const { id, workspace_root, beside_id, helped_id, other_title } = row;
  const other = (session_id: SessionId) => ({
    session_id,
    ...(other_title === null ? {} : { title: other_title }),
  });
  return {
    id,
    title: row.question ?? row.title,
    ...(workspace_root === null ? {} : { workspace_root }),
    ...(row.archived_at === null ? {} : { archived: true }),
    ...(row.deleted_at === null ? {} : { trashed: true }),
    ...(row.pinned_at === null ? {} : { pinned: true }),
    ...(beside_id === null ? {} : { sidecar_of: other(beside_id) }),
    ...(helped_id === null ? {} : { helper_of: other(helped_id) }),
  };
}
