/** The one undo stack (RW-7), over all sessions, newest first. An entry is written in the transaction of its change. */

import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { UndoEntry, UndoKind } from "../../../src-preload/contract/domain/timeline";
import type { TimelineStore, UndoStep } from "../../core/ports/timeline-store";
import type { Connection } from "../database/connection";
import { chatSessions, sessionSidecars, undoEntries } from "../database/schema";
import { NAME } from "../sessions/sidecar-name";
import { CAN_RETURN } from "./in-force";

type Orm = Connection["orm"];

/** Leaves out entries of sessions that are being removed for good. */
const NOT_GOING = sql`${undoEntries.session_id} NOT IN (SELECT session_id FROM partial_sessions)`;

/** Runs inside a transaction of the caller. */
export function insertUndo(
  orm: Orm,
  entry: { session_id: SessionId; kind: UndoKind; op_id?: OpId; created_at: number },
): void {
  orm.insert(undoEntries).values(entry).run();
}

/** Runs inside a transaction of the caller. */
export function markUndone(orm: Orm, id: number, now: number): void {
  orm.update(undoEntries).set({ undone_at: now }).where(eq(undoEntries.id, id)).run();
}

/**
 * Marks the entries of a change that was undone by other means, because another undo would do nothing. Runs inside a transaction of the
 * caller.
 */
export function markUndoneOf(orm: Orm, session_id: SessionId, kind: UndoKind, now: number): void {
  orm
    .update(undoEntries)
    .set({ undone_at: now })
    .where(
      and(eq(undoEntries.session_id, session_id), eq(undoEntries.kind, kind), isNull(undoEntries.undone_at)),
    )
    .run();
}

/** Marks the entry of an op that was undone. Runs inside a transaction of the caller. */
export function markUndoneOfOp(orm: Orm, op_id: OpId, now: number): void {
  orm
    .update(undoEntries)
    .set({ undone_at: now })
    .where(and(eq(undoEntries.op_id, op_id), isNull(undoEntries.undone_at)))
    .run();
}

/** One session of the import at least is outside of the trash. */
const IS_LEFT = `EXISTS (SELECT 1 FROM imports m JOIN imported_sessions i ON i.import_id = m.id
  JOIN chat_sessions s ON s.id = i.session_id WHERE m.entry_id = undo_entries.id AND s.deleted_at IS NULL)`;
/** The session of an entry is in the trash, by itself or with the session beside which it stands. */
const IS_TRASHED = `EXISTS (SELECT 1 FROM chat_sessions s LEFT JOIN session_asides a ON a.session_id = s.id
  LEFT JOIN chat_sessions beside ON beside.id = a.beside_id
  WHERE s.id = undo_entries.session_id AND (s.deleted_at IS NOT NULL OR beside.deleted_at IS NOT NULL))`;
/** The timeline that the change hid can be shown again where it parted. */
const IS_HIDDEN = `EXISTS (SELECT 1 FROM chat_timeline_ops x WHERE x.id = undo_entries.op_id AND ${CAN_RETURN})`;
/** The summary stands in the visible timeline. */
const IS_STANDING = `EXISTS (SELECT 1 FROM chat_parts p JOIN chat_messages m ON m.id = p.message_id
  WHERE p.session_id = undo_entries.session_id AND p.type = 'data-compaction' AND m.hidden_at IS NULL
    AND p.data_json ->> '$.data.op_id' = undo_entries.op_id)`;
/**
 * Only a deletion is undone in the trash: an import that was taken back leaves newer changes of its sessions behind. Changes of a timeline
 * that is not shown now are passed over: they come back with it.
 */
const CAN_BE_UNDONE = sql.raw(
  `CASE WHEN undo_entries.kind = 'import' THEN ${IS_LEFT} WHEN undo_entries.kind = 'delete' THEN 1 WHEN ${IS_TRASHED} THEN 0
    WHEN undo_entries.kind IN ('rewind', 'retry', 'restore') THEN ${IS_HIDDEN}
    WHEN undo_entries.kind IN ('compact', 'summary') THEN ${IS_STANDING} ELSE 1 END`,
);
/** Somebody has gone on with a session of an import. Ids sort by age though the clock was set back (DB-5). */
const IS_USED = `SELECT 1 FROM undo_entries e JOIN imports m ON m.entry_id = e.id
  JOIN imported_sessions i ON i.import_id = m.id JOIN chat_sessions s ON s.id = i.session_id
  WHERE e.id = ? AND s.deleted_at IS NULL AND iif(m.through_id IS NULL, s.updated_at > e.created_at,
    EXISTS (SELECT 1 FROM chat_messages WHERE session_id = s.id AND id > m.through_id)) LIMIT 1`;

/** Leaves out an import whose record a recovery could not bring along. */
const IS_KNOWN = sql`(${undoEntries.kind} <> 'import' OR ${undoEntries.id} IN (SELECT entry_id FROM imports))`;

/** What the history shows of an import. */
const IMPORTED = `SELECT m.files_json, undone_at IS NULL AND ${IS_LEFT} AS is_left,
    (SELECT count(*) FROM imported_sessions i WHERE i.import_id = m.id) AS count
  FROM undo_entries JOIN imports m ON m.entry_id = undo_entries.id WHERE undo_entries.id = ?`;

function importReader({ raw }: Connection) {
  const imported = raw.prepare<[number], { files_json: string; is_left: number; count: number }>(IMPORTED);
  return (entry: number): Pick<UndoEntry, "title" | "imported"> | undefined => {
    const found = imported.get(entry);
    if (found === undefined) return undefined;
    const { files_json, is_left, count } = found;
    const files = JSON.parse(files_json) as string[];
    return { title: files.join(", "), imported: { count, is_left: is_left === 1 } };
  };
}

export function undoVerbs(
  connection: Connection,
): Pick<TimelineStore, "undoStep" | "undoEntries" | "isImportUsed"> {
  const { orm, raw } = connection;
  const imported = importReader(connection);
  const used = raw.prepare<[number]>(IS_USED);
  return {
    isImportUsed: (entry) => used.get(entry) !== undefined,
    undoStep: (id) => {
      const which =
        id === undefined
          ? and(isNull(undoEntries.undone_at), NOT_GOING, CAN_BE_UNDONE)
          : eq(undoEntries.id, id);
      const row = orm.select().from(undoEntries).where(which).orderBy(desc(undoEntries.id)).limit(1).get();
      if (row === undefined) return undefined;
      const { op_id, undone_at, ...step } = row;
      return {
        ...step,
        ...(op_id === null ? {} : { op_id }),
        ...(undone_at === null ? {} : { undone_at }),
        ...(step.kind === "import" ? imported(step.id) : {}),
      } satisfies UndoStep;
    },
    undoEntries: (limit, before) =>
      orm
        .select({
          id: undoEntries.id,
          kind: undoEntries.kind,
          session_id: undoEntries.session_id,
          title: NAME,
          created_at: undoEntries.created_at,
          undone_at: undoEntries.undone_at,
          main_id: sessionSidecars.main_id,
          trashed: sql<number>`${sql.raw(IS_TRASHED)}`,
        })
        .from(undoEntries)
        .innerJoin(chatSessions, eq(chatSessions.id, undoEntries.session_id))
        .leftJoin(sessionSidecars, eq(sessionSidecars.session_id, undoEntries.session_id))
        .where(and(NOT_GOING, IS_KNOWN, before === undefined ? undefined : lt(undoEntries.id, before)))
        .orderBy(desc(undoEntries.id))
        .limit(limit)
        .all()
        .map(
          ({ undone_at, main_id, trashed, ...entry }): UndoEntry => ({
            ...entry,
            ...(entry.kind === "import" ? imported(entry.id) : {}),
            ...(main_id === null ? {} : { sidecar: true }),
            ...(trashed === 0 ? {} : { trashed: true }),
            ...(undone_at === null ? {} : { undone_at }),
          }),
        ),
  };
}
