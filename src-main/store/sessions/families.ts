/** Families of branches (BR-3) and the sidecars of a session (BR-4). */

import { eq, sql } from "drizzle-orm";
import type { BranchLinks, FamilyMember, Fork } from "../../../src-preload/contract/domain/branches";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { BranchStore } from "../../core/ports/branch-store";
import type { Connection } from "../database/connection";
import { chatSessions, partialSessions, sessionSidecars } from "../database/schema";
import { questionOf } from "./sidecar-name";

type FamilyVerbs = Pick<
  BranchStore,
  | "family"
  | "branchLinks"
  | "sidecars"
  | "sidecarOf"
  | "showSidecar"
  | "closeSidecar"
  | "discardSidecar"
  | "promoteSidecar"
>;

/** The statements of this file, for the test that looks at their plans. */
export const FAMILY_SQL = {
  /**
   * The family from its oldest existing ancestor downwards, without sidecars and helpers. A removed ancestor ends the way up. The cross join keeps
   * SQLite from walking all sessions to save itself the sorting of a family.
   */
  family: `WITH RECURSIVE
      up (id, parent_id) AS (
        SELECT id, parent_id FROM chat_sessions WHERE id = @session_id
        UNION SELECT s.id, s.parent_id FROM up JOIN chat_sessions s ON s.id = up.parent_id),
      down (id) AS (
        SELECT id FROM up WHERE parent_id IS NULL OR parent_id NOT IN (SELECT id FROM chat_sessions)
        UNION SELECT s.id FROM down JOIN chat_sessions s ON s.parent_id = down.id)
    SELECT s.id, s.title, s.parent_id, s.parent_message_id, s.created_at, s.updated_at, s.archived_at, s.deleted_at,
      s.model_json AS model, t.turns
    FROM down CROSS JOIN chat_sessions s ON s.id = down.id LEFT JOIN session_turns t ON t.session_id = s.id
    WHERE s.id NOT IN (SELECT session_id FROM session_asides) AND s.id NOT IN (SELECT session_id FROM session_tasks)
      AND s.id NOT IN (SELECT session_id FROM partial_sessions)
    ORDER BY s.id`,
  /** Each sidecar with its own first question, and the first words of the last message that it was given. */
  sidecars: `SELECT a.session_id, a.closed_at, ${questionOf("s")} AS question, (
      SELECT substr(p.data_json ->> '$.text', 1, 1000) FROM chat_parts p
      WHERE p.message_id = s.metadata_json ->> '$.copied_through' AND p.type = 'text'
      ORDER BY p."index" LIMIT 1) AS known
    FROM session_asides a JOIN chat_sessions s ON s.id = a.session_id
    WHERE a.beside_id = @main_id AND s.deleted_at IS NULL ORDER BY a.session_id`,
  /** A sidecar without words of its own, neither said nor begun. */
  blank: `SELECT s.id FROM session_asides a JOIN chat_sessions s ON s.id = a.session_id WHERE s.id = @session_id
    AND NOT EXISTS (SELECT 1 FROM chat_messages m
      WHERE m.session_id = s.id AND m.id > (s.metadata_json ->> '$.copied_through'))
    AND NOT EXISTS (SELECT 1 FROM place_drafts d WHERE d.session_id = s.id AND (d.text_json <> '""' OR d.files_json IS NOT NULL))`,
  /** Names a parent that is being removed without its title. */
  origin: `SELECT s.parent_id AS session_id, s.parent_message_id AS message_id, p.title, p.deleted_at
    FROM chat_sessions s LEFT JOIN chat_sessions p ON p.id = s.parent_id
      AND p.id NOT IN (SELECT session_id FROM partial_sessions)
    WHERE s.id = ? AND s.parent_id IS NOT NULL`,
  forks: `SELECT id AS session_id, parent_message_id AS message_id, title FROM chat_sessions
    WHERE parent_id = ? AND parent_message_id IS NOT NULL AND deleted_at IS NULL
      AND id NOT IN (SELECT session_id FROM session_asides)
    ORDER BY id`,
} as const;

interface OriginRow {
  session_id: SessionId;
  message_id: MessageId | null;
  title: string | null;
  deleted_at: number | null;
}

function linksOf(origin: OriginRow | undefined, forks: Fork[]): BranchLinks {
  if (origin === undefined) return { forks };
  const { session_id, message_id, title, deleted_at } = origin;
  const named = title === null ? {} : { title, ...(deleted_at === null ? {} : { trashed: true as const }) };
  const at = message_id === null ? {} : { message_id };
  return { origin: { session_id, ...at, ...named }, forks };
}

interface SidecarRow {
  session_id: SessionId;
  closed_at: number | null;
  question: string | null;
  known: string | null;
}

type MemberRow = { [K in keyof Omit<Required<FamilyMember>, "model">]: Required<FamilyMember>[K] | null } & {
  model: string | null;
};

/** BR-4: opens a sidecar and closes the others beside its session. Runs in a transaction of the caller. */
export function showSidecar({ raw }: Pick<Connection, "raw">, session_id: SessionId, now: number): void {
  raw
    .prepare<[object]>(
      `UPDATE session_asides SET closed_at = iif(session_id = @session_id, NULL, coalesce(closed_at, @now))
      WHERE beside_id = (SELECT beside_id FROM session_asides WHERE session_id = @session_id)`,
    )
    .run({ session_id, now });
}

export function familyVerbs({ raw, orm, write }: Connection): FamilyVerbs {
  const family = raw.prepare<[object], MemberRow>(FAMILY_SQL.family);
  const blank = raw.prepare<[object], { id: SessionId }>(FAMILY_SQL.blank);
  const sidecars = raw.prepare<[object], SidecarRow>(FAMILY_SQL.sidecars);
  const origin = raw.prepare<[SessionId], OriginRow>(FAMILY_SQL.origin);
  const forks = raw.prepare<[SessionId], Fork>(FAMILY_SQL.forks);
  const named = raw.prepare<[SessionId], { title: string; question: string | null }>(
    `SELECT s.title, ${questionOf("s")} AS question FROM chat_sessions s WHERE s.id = ? AND s.metadata_json ->> '$.titled_by' IS NOT 'user'`,
  );
  return {
    branchLinks: (session_id) => linksOf(origin.get(session_id), forks.all(session_id)),
    family: (session_id) => family.all({ session_id }).map(toMember),
    sidecars: (main_id) =>
      sidecars.all({ main_id }).map(({ session_id, closed_at, question, known }) => ({
        session_id,
        ...(closed_at === null ? {} : { closed_at }),
        ...(question === null ? {} : { question }),
        ...(known === null ? {} : { known }),
      })),
    sidecarOf: (session_id) => {
      const sidecar = orm
        .select()
        .from(sessionSidecars)
        .where(eq(sessionSidecars.session_id, session_id))
        .get();
      return sidecar && { main_id: sidecar.main_id, open: sidecar.closed_at === null };
    },
    showSidecar: (session_id, now) => write(() => showSidecar({ raw }, session_id, now)),
    closeSidecar: (session_id, closed_at) => {
      write(() =>
        orm
          .update(sessionSidecars)
          .set({ closed_at })
          .where(eq(sessionSidecars.session_id, session_id))
          .run(),
      );
    },
    discardSidecar: (session_id, now) =>
      write(() => {
        if (blank.get({ session_id }) === undefined) return false;
        orm.update(chatSessions).set({ deleted_at: now }).where(eq(chatSessions.id, session_id)).run();
        orm.insert(partialSessions).values({ session_id, since: now }).onConflictDoNothing().run();
        return true;
      }),
    promoteSidecar: (session_id, nameOf) => {
      write(() => {
        const before = named.get(session_id);
        orm.delete(sessionSidecars).where(eq(sessionSidecars.session_id, session_id)).run();
        const set =
          before === undefined
            ? { metadata_json: sql`json_remove(${chatSessions.metadata_json}, '$.ephemeral')` }
            : {
                metadata_json: sql`json_remove(${chatSessions.metadata_json}, '$.ephemeral', '$.titled_by')`,
                title: nameOf(before.title, before.question ?? undefined),
              };
        orm.update(chatSessions).set(set).where(eq(chatSessions.id, session_id)).run();
      });
    },
  };
}

function toMember({ model, ...row }: MemberRow): FamilyMember {
  const known = Object.entries({ ...row, model: model === null ? null : JSON.parse(model) }).filter(
    ([, value]) => value !== null,
  );
  // The columns that may be null are the fields that may be absent.
  return Object.fromEntries(known) as unknown as FamilyMember;
}
