/**
 * Removes sessions for good (DB-10), bit by bit, so that nothing else waits. Until the end such a session is a partial one, which no list
 * shows.
 */
import { eq, sql } from "drizzle-orm";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../../core/braid-error";
import type { SessionStore } from "../../core/ports/session-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { chatSessions, drafts, partialSessions, placeDrafts, windowDrafts } from "../database/schema";
import { FORGET_EMPTY, STILL_HIDDEN } from "../exchange/import/record";
import { usageHandOver } from "../transcript/agent-calls";
import { blobReleaser } from "../transcript/blob-rows";

/**
 * The entry of an import (RW-7) moves to another session of it: it would go with this one, and the others could not be taken back. A session
 * that is not shown yet would lose its way into the lists, too.
 */
const HAND_OVER = `UPDATE undo_entries SET session_id = coalesce((
    SELECT i.session_id FROM imports m JOIN imported_sessions i ON i.import_id = m.id
    WHERE m.entry_id = undo_entries.id AND i.session_id <> @session_id
      AND (i.is_shown = 0 OR i.session_id NOT IN (SELECT session_id FROM partial_sessions)) LIMIT 1), session_id)
  WHERE session_id = @session_id AND kind = 'import'`;

export function removalVerbs(
  connection: Connection,
): Pick<SessionStore, "beginRemoval" | "removeSome" | "partialSessions"> {
  const { raw, orm } = connection;
  const someMessages = raw
    .prepare<[SessionId, number], string>("SELECT id FROM chat_messages WHERE session_id = ? LIMIT ?")
    .pluck();
  const removeMessages = raw.prepare<[string]>(
    "DELETE FROM chat_messages WHERE id IN (SELECT value FROM json_each(?))",
  );
  // The event log keeps no word of it (DB-10).
  const someEvents = raw.prepare<[SessionId, number]>(
    `DELETE FROM event_log WHERE (stream_id, seq) IN (SELECT stream_id, seq FROM event_log WHERE stream_id = ? LIMIT ?)`,
  );
  const handOver = raw.prepare<[object]>(HAND_OVER);
  const forgetImport = raw.prepare(FORGET_EMPTY);
  const release = blobReleaser(connection);
  const handOverUsage = usageHandOver(connection);
  return {
    beginRemoval: (session_id, now) =>
      connection.write(() => {
        const trashed = orm
          .select({ id: chatSessions.id })
          .from(chatSessions)
          .where(sql`${chatSessions.id} = ${session_id} AND ${chatSessions.deleted_at} IS NOT NULL`)
          .get();
        if (trashed === undefined) throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
        const { changes } = orm
          .insert(partialSessions)
          .values({ session_id, since: now })
          .onConflictDoNothing()
          .run();
        if (changes > 0) handOverUsage(session_id, now);
        handOver.run({ session_id });
      }),
    removeSome: (session_id, most) =>
      connection.write(() => {
        const ids = someMessages.all(session_id, most);
        if (ids.length > 0) {
          release.ofMessages(ids);
          removeMessages.run(JSON.stringify(ids));
          return false;
        }
        if (someEvents.run(session_id, most).changes > 0) return false;
        release.ofSession(session_id);
        for (const table of [placeDrafts, windowDrafts, drafts])
          orm.delete(table).where(eq(table.session_id, session_id)).run();
        orm.delete(chatSessions).where(eq(chatSessions.id, session_id)).run();
        forgetImport.run();
        return true;
      }),
    partialSessions: () =>
      orm
        .select()
        .from(partialSessions)
        .where(sql`${partialSessions.session_id} NOT IN (${sql.raw(STILL_HIDDEN)})`)
        .all()
        .map(({ session_id }) => session_id),
  };
}
