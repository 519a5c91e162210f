/** Who descends from whom (BR-3), what stands beside a session (BR-4), what is in the trash (DB-10). */
import { and, desc, eq, sql } from "drizzle-orm";
import type { FamilyMember, TrashedSession } from "../../src-preload/contract/calls/branches";
import type { Store } from "../core/ports/store";
import type { Connection } from "./connection";
import { chatSessions, sessionAsides } from "./schema";

type FamilyVerbs = Pick<
  Store,
  "family" | "asides" | "asideOf" | "markAside" | "promoteAside" | "trash" | "trashCount" | "isInTrash"
>;

const IN_TRASH = sql`${chatSessions.deleted_at} IS NOT NULL AND ${chatSessions.id} NOT IN (SELECT session_id FROM partial_sessions)`;

/** The statements of this file, for the test that looks at their plans. */
export const FAMILY_SQL = {
  /** From the oldest ancestor that is still there downwards. Asides are no members; what a removed one was is not known any more. */
  family: `WITH RECURSIVE
      up (id, parent_id) AS (
        SELECT id, parent_id FROM chat_sessions WHERE id = @session_id
        UNION SELECT s.id, s.parent_id FROM up JOIN chat_sessions s ON s.id = up.parent_id),
      down (id) AS (
        SELECT id FROM up WHERE parent_id IS NULL OR parent_id NOT IN (SELECT id FROM chat_sessions)
        UNION SELECT s.id FROM down JOIN chat_sessions s ON s.parent_id = down.id)
    SELECT s.id, s.title, s.parent_id, s.parent_message_id, s.created_at, s.updated_at, s.archived_at, s.deleted_at
    FROM down JOIN chat_sessions s ON s.id = down.id
    WHERE s.id NOT IN (SELECT session_id FROM session_asides) AND s.id NOT IN (SELECT session_id FROM partial_sessions)
    ORDER BY s.id`,
} as const;

type MemberRow = { [K in keyof Required<FamilyMember>]: Required<FamilyMember>[K] | null };

export function familyVerbs({ raw, orm, write }: Connection): FamilyVerbs {
  const family = raw.prepare<[object], MemberRow>(FAMILY_SQL.family);
  return {
    family: (session_id) => family.all({ session_id }).map(withoutNulls),
    asides: (beside_id) =>
      orm
        .select({ session_id: sessionAsides.session_id, closed_at: sessionAsides.closed_at })
        .from(sessionAsides)
        .innerJoin(chatSessions, eq(chatSessions.id, sessionAsides.session_id))
        .where(and(eq(sessionAsides.beside_id, beside_id), sql`${chatSessions.deleted_at} IS NULL`))
        .orderBy(sessionAsides.session_id)
        .all()
        .map(({ session_id, closed_at }) => ({ session_id, ...(closed_at === null ? {} : { closed_at }) })),
    asideOf: (session_id) =>
      orm.select().from(sessionAsides).where(eq(sessionAsides.session_id, session_id)).get()?.beside_id,
    markAside: (session_id, closed_at) => {
      write(() =>
        orm.update(sessionAsides).set({ closed_at }).where(eq(sessionAsides.session_id, session_id)).run(),
      );
    },
    promoteAside: (session_id) => {
      write(() => {
        orm.delete(sessionAsides).where(eq(sessionAsides.session_id, session_id)).run();
        const metadata_json = sql`json_remove(${chatSessions.metadata_json}, '$.ephemeral')`;
        orm.update(chatSessions).set({ metadata_json }).where(eq(chatSessions.id, session_id)).run();
      });
    },
    trash: ({ limit, before }) =>
      orm
        .select({
          id: chatSessions.id,
          title: chatSessions.title,
          updated_at: chatSessions.updated_at,
          deleted_at: sql<number>`${chatSessions.deleted_at}`,
        })
        .from(chatSessions)
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
        .all() satisfies TrashedSession[],
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

function withoutNulls(row: MemberRow): FamilyMember {
  const known = Object.entries(row).filter(([, value]) => value !== null);
  // The columns that may be null are the fields that may be absent.
  return Object.fromEntries(known) as unknown as FamilyMember;
}
