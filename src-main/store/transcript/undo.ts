/** The one undo stack (RW-7), over all sessions, newest first. An entry is written in the transaction of its change. */

import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { UndoEntry, UndoKind } from "../../../src-preload/contract/domain/timeline";
import type { TimelineStore, UndoStep } from "../../core/ports/timeline-store";
import type { Connection } from "../database/connection";
import { chatSessions, sessionSidecars, undoEntries } from "../database/schema";
import { NAME } from "../sessions/sidecar-name";

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

export function undoVerbs({ orm }: Connection): Pick<TimelineStore, "undoStep" | "undoEntries"> {
  return {
    undoStep: (id) => {
      const which = id === undefined ? and(isNull(undoEntries.undone_at), NOT_GOING) : eq(undoEntries.id, id);
      const row = orm.select().from(undoEntries).where(which).orderBy(desc(undoEntries.id)).limit(1).get();
      if (row === undefined) return undefined;
      const { op_id, undone_at, ...step } = row;
      return {
        ...step,
        ...(op_id === null ? {} : { op_id }),
        ...(undone_at === null ? {} : { undone_at }),
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
        })
        .from(undoEntries)
        .innerJoin(chatSessions, eq(chatSessions.id, undoEntries.session_id))
        .leftJoin(sessionSidecars, eq(sessionSidecars.session_id, undoEntries.session_id))
        .where(and(NOT_GOING, before === undefined ? undefined : lt(undoEntries.id, before)))
        .orderBy(desc(undoEntries.id))
        .limit(limit)
        .all()
        .map(
          ({ undone_at, main_id, ...entry }): UndoEntry => ({
            ...entry,
            ...(main_id === null ? {} : { sidecar: true }),
            ...(undone_at === null ? {} : { undone_at }),
          }),
        ),
  };
}
