/** Finds what two sessions have in common from their beginning on (BR-3). Runs in the reader's thread, on its own connection. */

import type { Database } from "better-sqlite3";
import type { SharedBeginning } from "../../../src-preload/contract/domain/branches";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";

/** The statements of this file, for the test that looks at their plans. */
export const SHARED_SQL = {
  /** A session and those it descends from; of the last, where it was removed for good, its id alone. */
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
 * Walks both in step, by index, and ends at the first message that differs: it costs what they share (20,000 rows of two sessions of
 * 10,000: some 20 ms), whatever else is in them. A copy has an id of its own; its place, role and time are those of the message it was
 * made of. Past what came with a session nothing of it is looked at, except by its own branches: what was said at the same millisecond
 * in two sessions is not taken for one. @throws SqliteError
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

/** The last message of each that the other can have; undefined where they are no relatives. */
function boundsOf(db: Database, a: SessionId, b: SessionId): { a: string; b: string } | undefined {
  const lineage = db.prepare<[object], SessionId>(SHARED_SQL.lineage).pluck();
  const [ofA, ofB] = [lineage.all({ session_id: a }), new Set(lineage.all({ session_id: b }))];
  if (!ofA.some((id) => ofB.has(id))) return undefined;
  const copied = (id: SessionId) =>
    db.prepare<[SessionId], string | null>(SHARED_SQL.copied).pluck().get(id) ?? LAST;
  return { a: ofB.has(a) ? LAST : copied(a), b: ofA.includes(b) ? LAST : copied(b) };
}
