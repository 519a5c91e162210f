/** Reads what may change of a found document. The database has these facts, and the index none of them. */
import type { Database } from "better-sqlite3";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { Found, FoundSession } from "../../../src-preload/contract/domain/search";
import { questionOf } from "../sessions/sidecar-name";
import { HIDING_SQL } from "../transcript/hiding-ops";
import { isTitle } from "./keys";
import { TEXT_SQL } from "./texts";

/** The statements of this file, for the test that looks at their plans. */
export const FOUND_SQL = {
  messages: `SELECT j.key AS place, m.id, m.session_id, m.role, m.hidden_at, m.created_at,
      m.metadata_json ->> '$.model.model_id' AS model_id, EXISTS (SELECT 1 FROM message_labels WHERE message_id = m.id) AS labelled
    FROM json_each(?) j CROSS JOIN chat_messages m ON m.id = j.value`,
  hidden: HIDING_SQL.op,
  sessions: `SELECT s.id, s.title, s.workspace_root, s.archived_at, s.deleted_at, s.created_at, m.pinned_at,
      s.model_json ->> '$.model_id' AS model_id, a.beside_id, t.parent_id AS helped_id,
      iif(a.session_id IS NULL, NULL, ${questionOf("s")}) AS question,
      (SELECT title FROM chat_sessions WHERE id = coalesce(a.beside_id, t.parent_id)) AS other_title
    FROM json_each(?) j CROSS JOIN chat_sessions s ON s.id = j.value LEFT JOIN session_marks m ON m.session_id = s.id
    LEFT JOIN session_asides a ON a.session_id = s.id LEFT JOIN session_tasks t ON t.session_id = s.id
    WHERE s.id NOT IN (SELECT session_id FROM partial_sessions)`,
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
  labels: readonly string[];
}

/** `place`: that of its id among those that were asked for. */
interface MessageRow extends Omit<FoundMessageRow, "hidden" | "labels"> {
  place: number;
  labelled: 0 | 1;
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

/** Reads documents by their ids, all of them at once. */
export type ReadCandidates = (ids: readonly string[]) => (Candidate | undefined)[];

/** The labels of almost all messages. */
const NONE: readonly string[] = [];

/** Returns the maker of readers of documents. One reader reads each session once. */
export function candidatesReader(db: Database): () => ReadCandidates {
  const messages = db.prepare<[string], MessageRow>(FOUND_SQL.messages);
  const labels = db.prepare<[string], string>(TEXT_SQL.labels).pluck();
  const hiding = db.prepare<[string], NonNullable<Found["hidden"]>>(FOUND_SQL.hidden);
  const sessions = db.prepare<[string], SessionRow>(FOUND_SQL.sessions);
  const messageOf = ({ id, session_id, role, hidden_at, created_at, model_id, labelled }: MessageRow) => ({
    id,
    session_id,
    role,
    hidden_at,
    created_at,
    model_id,
    labels: labelled === 1 ? labels.all(id) : NONE,
    hidden: hidden_at === null ? undefined : hiding.get(id),
  });
  return () => {
    const known = new Map<string, FoundSessionRow | undefined>();
    const readSessions = (ids: Iterable<string>): void => {
      const unknown = [...ids].filter((id) => !known.has(id));
      if (unknown.length === 0) return;
      for (const id of unknown) known.set(id, undefined);
      for (const row of sessions.all(JSON.stringify(unknown)))
        known.set(row.id, { ...row, shown: shownOf(row) });
    };
    return (ids) => {
      const found: (FoundMessageRow | undefined)[] = ids.map(() => undefined);
      const named = new Set<string>(ids.filter(isTitle));
      for (const row of messages.all(JSON.stringify(ids))) {
        found[row.place] = messageOf(row);
        named.add(row.session_id);
      }
      readSessions(named);
      return found.map((message, place) => {
        const session = known.get(message?.session_id ?? ids[place] ?? "");
        return session && (message === undefined ? { session } : { session, message });
      });
    };
  };
}

/** Reads where sessions are now, as a search tells it. */
export function foundSessions(db: Database, ids: readonly SessionId[]): Map<SessionId, FoundSession> {
  const rows = db.prepare<[string], SessionRow>(FOUND_SQL.sessions).all(JSON.stringify(ids));
  return new Map(rows.map((row) => [row.id, shownOf(row)]));
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
