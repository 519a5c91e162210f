/** Sessions that came with an import: shows those that a kill has left hidden, and takes an import back (RW-7). */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionStore } from "../../core/ports/session-store";
import type { Connection } from "../database/connection";
import { sessionsShower } from "../exchange/import/record";
import { markUndone } from "../transcript/undo";

const SESSIONS = `SELECT i.session_id FROM imports m CROSS JOIN imported_sessions i ON i.import_id = m.id
  WHERE m.entry_id = @entry AND i.session_id > @after ORDER BY i.session_id LIMIT @most`;

/** A session that belongs to another one of the import, as sidecars and helpers do, goes with that one, and comes back with it. */
const GOES_BY_ITSELF = `NOT EXISTS (
  SELECT 1 FROM imported_sessions mine JOIN imported_sessions other ON other.import_id = mine.import_id
  WHERE mine.session_id = @id AND other.session_id IN (
    SELECT beside_id FROM session_asides WHERE session_id = @id
    UNION ALL SELECT parent_id FROM session_tasks WHERE session_id = @id))`;
/** Leaves a session that is in the trash as it is. */
const TRASH = `UPDATE chat_sessions SET deleted_at = @now WHERE id = @id AND deleted_at IS NULL AND ${GOES_BY_ITSELF}`;
/** SQL: a session that is not shown yet comes into the trash once it is shown. */
const TRASH_HIDDEN = `UPDATE imported_sessions SET deleted_at = @now
  WHERE session_id = @id AND is_shown = 0 AND deleted_at IS NULL AND ${GOES_BY_ITSELF}`;

export function importedVerbs({
  raw,
  orm,
  write,
}: Connection): Pick<SessionStore, "showImported" | "takeBackImported"> {
  const showSome = sessionsShower(raw);
  const sessions = raw.prepare<[object], SessionId>(SESSIONS).pluck();
  const trash = raw.prepare<[object]>(TRASH);
  const trashHidden = raw.prepare<[object]>(TRASH_HIDDEN);
  return {
    showImported: (most) => write(() => showSome(most)),
    takeBackImported: ({ entry, after = "", most, now }) =>
      write(() => {
        const ids = sessions.all({ entry, after, most });
        const session_ids = ids.filter((id) => trash.run({ id, now }).changes > 0);
        for (const id of ids) trashHidden.run({ id, now });
        const last = ids.length < most ? undefined : ids.at(-1);
        if (last === undefined) markUndone(orm, entry, now);
        return { session_ids, last };
      }),
  };
}
