/** Lists the trash (DB-10): deleted sessions, the last one first, without those that are being removed for good. */

import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { TrashedSession } from "../../../src-preload/contract/domain/trash";
import type { SessionStore } from "../../core/ports/session-store";
import type { Connection } from "../database/connection";
import { chatSessions, sessionSidecars } from "../database/schema";
import { NAME } from "./sidecar-name";

/** The main session of a sidecar. */
const beside = alias(chatSessions, "beside");

const IN_TRASH = sql`${chatSessions.deleted_at} IS NOT NULL AND ${chatSessions.id} NOT IN (SELECT session_id FROM partial_sessions)`;

export function trashedVerbs({ orm }: Connection): Pick<SessionStore, "trash" | "trashCount" | "isInTrash"> {
  return {
    trash: ({ limit, before }) =>
      orm
        .select({
          id: chatSessions.id,
          title: NAME,
          sidecar_of: beside.title,
          updated_at: chatSessions.updated_at,
          deleted_at: sql<number>`${chatSessions.deleted_at}`,
        })
        .from(chatSessions)
        .leftJoin(sessionSidecars, eq(sessionSidecars.session_id, chatSessions.id))
        .leftJoin(beside, eq(beside.id, sessionSidecars.main_id))
        .where(
          and(
            IN_TRASH,
            before === undefined
              ? undefined
              : sql`(${chatSessions.deleted_at}, ${chatSessions.id}) < (${before.deleted_at}, ${before.id})`,
          ),
        )
        .orderBy(desc(chatSessions.deleted_at), desc(chatSessions.id))
        .limit(limit)
        .all()
        .map(
          ({ sidecar_of, ...session }): TrashedSession => ({
            ...session,
            ...(sidecar_of !== null && { sidecar_of }),
          }),
        ),
    trashCount: () =>
      orm.select({ count: sql<number>`count(*)` }).from(chatSessions).where(IN_TRASH).get()?.count ?? 0,
    isInTrash: (session_id) =>
      orm
        .select({ id: chatSessions.id })
        .from(chatSessions)
        .where(and(eq(chatSessions.id, session_id), IN_TRASH))
        .get() !== undefined,
  };
}
