/** Marks of outputs that the model reads in part, or not at all (PR-2). The outputs themselves never change (DB-11). */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { PrunedOutput } from "../../../src-preload/contract/domain/pruning";
import type { OutputPlace, PruneStore } from "../../core/ports/prune-store";
import type { Connection } from "../database/connection";
import type { chatPruneMarks } from "../database/schema";
import { createRollups } from "./rollups";
import { insertUndo } from "./undo";

/** Marks of a moment that the user made, and that are in force. */
const BY_HAND = `chat_messages m CROSS JOIN chat_prune_marks k ON k.message_id = m.id
  WHERE m.session_id = @session_id AND k.auto = 0 AND k.undone_at IS NULL`;

/** The statements of this file, for the test that looks at their plans. */
export const PRUNE_SQL = {
  of: `SELECT k.* FROM json_each(?) j CROSS JOIN chat_prune_marks k ON k.message_id = j.value`,
  put: `INSERT INTO chat_prune_marks (message_id, "index", level, auto, created_at)
    VALUES (@message_id, @index, @level, @auto, @now)
    ON CONFLICT (message_id, "index") DO UPDATE SET
      level = excluded.level, auto = excluded.auto, created_at = excluded.created_at, undone_at = NULL`,
  back: `UPDATE chat_prune_marks SET undone_at = @now
    WHERE message_id = @message_id AND "index" = @index AND undone_at IS NULL`,
  forget: `DELETE FROM chat_prune_marks WHERE message_id = @message_id AND "index" = @index`,
  at: `SELECT k.message_id, k."index" FROM ${BY_HAND} AND k.created_at = @moment`,
  undone: `UPDATE undo_entries SET undone_at = @now
    WHERE session_id = @session_id AND kind = 'prune' AND undone_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM ${BY_HAND} AND k.created_at = undo_entries.created_at)`,
  estimate: `UPDATE chat_sessions
    SET context_tokens = max(0, context_tokens + @gained), context_estimated = 1, updated_at = @now
    WHERE id = @session_id AND context_tokens IS NOT NULL`,
  /** An attempt that takes over the steps of another reads them as that one did (RN-7). */
  takeOver: `INSERT OR IGNORE INTO chat_prune_marks (message_id, "index", level, auto, created_at, undone_at)
    SELECT @to, "index", level, auto, created_at, undone_at FROM chat_prune_marks
    WHERE message_id = @from AND "index" < (SELECT count(*) FROM chat_parts WHERE message_id = @to)`,
} as const;

type MarkRow = Omit<typeof chatPruneMarks.$inferSelect, "auto"> & { auto: 0 | 1 };

/** Reads the marks of some messages. Costs what there is. */
export function marksReader({ raw }: Pick<Connection, "raw">) {
  const of = raw.prepare<[string], MarkRow>(PRUNE_SQL.of);
  return (ids: readonly MessageId[]): Map<MessageId, PrunedOutput[]> => {
    const found = new Map<MessageId, PrunedOutput[]>();
    for (const row of of.iterate(JSON.stringify(ids))) {
      const { message_id } = row;
      found.set(message_id, [...(found.get(message_id) ?? []), toPruned(row)]);
    }
    return found;
  };
}

const toPruned = ({ index, level, auto, created_at, undone_at }: MarkRow): PrunedOutput => ({
  index,
  level,
  auto: auto === 1,
  at: created_at,
  ...(undone_at === null ? {} : { back_at: undone_at }),
});

export function pruneVerbs(connection: Connection): PruneStore {
  const { raw, orm } = connection;
  const rollups = createRollups(connection);
  const read = marksReader(connection);
  const put = raw.prepare<[object]>(PRUNE_SQL.put);
  const back = raw.prepare<[object]>(PRUNE_SQL.back);
  const at = raw.prepare<[object], OutputPlace>(PRUNE_SQL.at);
  const forget = raw.prepare<[object]>(PRUNE_SQL.forget);
  const undone = raw.prepare<[object]>(PRUNE_SQL.undone);
  const estimate = raw.prepare<[object]>(PRUNE_SQL.estimate);
  return {
    putPruneMarks: ({ session_id, marks, by_hand, now }) =>
      connection.write(() => {
        for (const mark of marks) put.run({ ...mark, auto: by_hand === undefined ? 1 : 0, now });
        if (by_hand === undefined) return;
        estimate.run({ session_id, gained: -by_hand.freed, now });
        insertUndo(orm, { session_id, kind: "prune", created_at: now });
      }),
    takeBackPruned: ({ session_id, places, gained, now }) =>
      connection.write(() => {
        const changed = places.map((place) => back.run({ ...place, now }).changes);
        undone.run({ session_id, now });
        if (!changed.some((changes) => changes > 0)) return false;
        if (gained === undefined) rollups.recompute(session_id, now);
        else estimate.run({ session_id, gained, now });
        return true;
      }),
    restorePruned: (marks) =>
      connection.write(() => {
        for (const { message_id, index, before } of marks) {
          const place = { message_id, index };
          if (before === undefined) forget.run(place);
          else put.run({ ...place, level: before.level, auto: before.auto ? 1 : 0, now: before.at });
        }
      }),
    prunedAt: (session_id: SessionId, moment) => at.all({ session_id, moment }),
    prunedOf: (message_id) => read([message_id]).get(message_id) ?? [],
  };
}
