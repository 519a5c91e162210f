/** Finds the sessions that a user has chosen in the list of an export. */
import type { Database } from "better-sqlite3";
import type { ChosenSessions } from "../../../src-preload/contract/domain/exchange";
import { hasWords, wordsOf } from "../../../src-preload/contract/domain/fold-title";
import type { SessionId } from "../../../src-preload/contract/domain/ids";

/** The sessions that lists show, archived ones too: neither helpers nor sidecars, nor what lies in the trash. */
export const LISTED_SESSIONS = `(SELECT id, title, workspace_root FROM chat_sessions WHERE deleted_at IS NULL
  AND id NOT IN (SELECT session_id FROM partial_sessions) AND id NOT IN (SELECT session_id FROM session_tasks)
  AND id NOT IN (SELECT session_id FROM session_asides))`;

interface Listed {
  id: SessionId;
  title: string;
  workspace_root: string | null;
}

/** `of`: the number of all sessions that can be chosen. Reads every title: for a thread. @throws SqliteError */
export function chosenIn(
  db: Database,
  { matching, except, also }: ChosenSessions,
): { ids: SessionId[]; of: number } {
  const filters = matching.map(wordsOf);
  const left = new Set(except);
  const alone = new Set(also);
  const listed = db.prepare<[], Listed>(`SELECT id, title, workspace_root FROM ${LISTED_SESSIONS}`).all();
  // A session that was deleted since it was chosen is none of them.
  const ids = listed.flatMap(({ id, title, workspace_root }) => {
    const isMatch = !left.has(id) && filters.some((words) => hasWords(title, workspace_root, words));
    return isMatch || alone.has(id) ? [id] : [];
  });
  return { ids, of: listed.length };
}
