/** Finds the ancestors of a page's sessions (BR-3), so that no list shows a branch without its family. */

import { desc, eq, sql } from "drizzle-orm";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { SessionQuery } from "../../core/ports/session-store";
import type { Connection } from "../database/connection";
import { toSummary } from "../database/rows";
import { chatSessions, sessionMarks } from "../database/schema";
import { summaryColumns } from "./summary-columns";

/** The most ancestors of one page, nearest first. The oldest of a longer chain come with the pages on which they stand. */
export const MOST_ABOVE = 500;

/** Each step up is one lookup by key. A session that the list does not show ends the way up. */
export const ANCESTORS_SQL = `WITH RECURSIVE up (id) AS (
    SELECT value FROM json_each(@parents)
    UNION SELECT s.parent_id FROM up CROSS JOIN chat_sessions s ON s.id = up.id WHERE s.parent_id IS NOT NULL AND {listed}
    LIMIT ${MOST_ABOVE})
  SELECT s.id FROM up CROSS JOIN chat_sessions s ON s.id = up.id WHERE {listed}`.replaceAll(
  "{listed}",
  `s.deleted_at IS NULL AND (s.archived_at IS NOT NULL) = @archived
    AND (@workspace_root IS NULL OR s.workspace_root = @workspace_root)
    AND (@words = '' OR session_has_words(s.title, s.workspace_root, @words))
    AND s.id NOT IN (SELECT session_id FROM session_asides) AND s.id NOT IN (SELECT session_id FROM session_tasks)
    AND (@pinned OR s.id NOT IN (SELECT session_id FROM session_marks WHERE pinned_at IS NOT NULL))`,
);

export type ListQuery = Pick<SessionQuery, "archived" | "workspace_root" | "pinned"> & { words: string };

/** Ancestors that `query` lists and the page lacks, newest first. The connection must have the function `session_has_words`. */
export function ancestorReader({ raw, orm }: Connection) {
  const above = raw.prepare<[object], SessionId>(ANCESTORS_SQL).pluck();
  return (page: readonly SessionSummary[], query: ListQuery): SessionSummary[] => {
    // Pinned sessions are listed without their ancestors.
    const parents = query.pinned === true ? [] : page.flatMap(({ parent_id }) => parent_id ?? []);
    if (parents.length === 0) return [];
    const found = above.all({
      parents: JSON.stringify(parents),
      archived: query.archived ? 1 : 0,
      workspace_root: query.workspace_root ?? null,
      words: query.words,
      pinned: query.pinned === undefined ? 1 : 0,
    });
    const there = new Set(page.map(({ id }) => id));
    const ids = JSON.stringify(found.filter((id) => !there.has(id)));
    return orm
      .select(summaryColumns)
      .from(chatSessions)
      .leftJoin(sessionMarks, eq(sessionMarks.session_id, chatSessions.id))
      .where(sql`${chatSessions.id} IN (SELECT value FROM json_each(${ids}))`)
      .orderBy(desc(chatSessions.updated_at), desc(chatSessions.id))
      .all()
      .map(toSummary);
  };
}
