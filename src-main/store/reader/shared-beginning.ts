/**
 * Finds the messages that two sessions have in common from their beginning on (BR-3). Runs in the reader's thread, on its own connection.
 */

import type { Database } from "better-sqlite3";
import type { SharedBeginning } from "../../../src-preload/contract/domain/branches";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";

/** The statements of this file, for the test that looks at their plans. */
export const SHARED_SQL = {
  /** A session and its ancestors. A removed ancestor ends the list, with its id alone. */
  lineage: `WITH RECURSIVE up (id, depth) AS (
      SELECT @session_id, 0
      UNION ALL SELECT s.parent_id, up.depth + 1 FROM up JOIN chat_sessions s ON s.id = up.id
        WHERE s.parent_id IS NOT NULL AND up.depth < 10000)
    SELECT id FROM up`,
  copied: `SELECT metadata_json ->> '$.copied_through' FROM chat_sessions WHERE id = ?`,
  messages: `SELECT id, role, created_at FROM chat_messages
    WHERE session_id = ? AND hidden_at IS NULL AND id <= ? ORDER BY id`,
} as const;

interface Row {
  id: MessageId;
  role: string;
  created_at: number;
}

/** Sorts after every id. */
const LAST = "~";

/**
 * Walks both sessions in step, by index, and ends at the first message that differs. Costs as much as they share (20,000 rows of two
 * sessions of 10,000: some 20 ms), whatever else is in them. A copy has an id of its own, but the place, role and time of its original.
 * Messages that were said in a session itself count only against its own branches: two that were said in the same millisecond elsewhere are
 * not taken for one. @throws SqliteError
 */
export function sharedBeginning(db: Database, a: SessionId, b: SessionId): SharedBeginning {
  const bounds = boundsOf(db, a, b);
  if (bounds === undefined) return { count: 0 };
  const messages = (session_id: SessionId, through: string) =>
    db.prepare<[SessionId, string], Row>(SHARED_SQL.messages).iterate(session_id, through);
  const others = messages(b, bounds.b);
  const shared: SharedBeginning = { count: 0 };
  try {
    for (const one of messages(a, bounds.a)) {
      const { value: other }: { value?: Row } = others.next();
      if (other === undefined || other.role !== one.role || other.created_at !== one.created_at) break;
      shared.count += 1;
      shared.a_message_id = one.id;
      shared.b_message_id = other.id;
    }
  } finally {
    others.return?.();
  }
  return shared;
}

/** The last message of each session that the other may have too; undefined for sessions that are not related. */
function boundsOf(db: Database, a: SessionId, b: SessionId): { a: string; b: string } | undefined {
  const lineage = db.prepare<[object], SessionId>(SHARED_SQL.lineage).pluck();
  const [ofA, ofB] = [lineage.all({ session_id: a }), new Set(lineage.all({ session_id: b }))];
  if (!ofA.some((id) => ofB.has(id))) return undefined;
  const copied = (id: SessionId) =>
    db.prepare<[SessionId], string | null>(SHARED_SQL.copied).pluck().get(id) ?? LAST;
  return { a: ofB.has(a) ? LAST : copied(a), b: ofA.includes(b) ? LAST : copied(b) };
}
