/** Reads the sessions of helpers (AG-2): for which session each works, and the rules that come from there (PM-3). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { PermissionRule } from "../../../src-preload/contract/domain/permissions";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { TaskStore } from "../../core/ports/task-store";
import type { Connection } from "../database/connection";

/** Each step up is one lookup by key. */
const UP = `WITH RECURSIVE up (id) AS (
    SELECT parent_id FROM session_tasks WHERE session_id = ?
    UNION SELECT t.parent_id FROM up CROSS JOIN session_tasks t ON t.session_id = up.id)`;

/** The statements of this file, for the test that looks at their plans. */
export const TASK_SQL = {
  /** The sessions above, the nearest first: each has one parent at most. */
  above: `${UP} SELECT id FROM up`,
  children: "SELECT session_id FROM session_tasks WHERE parent_id = ? ORDER BY session_id",
  depth: `${UP} SELECT count(*) FROM up`,
  rules: `${UP} SELECT s.permissions_json FROM up CROSS JOIN chat_sessions s ON s.id = up.id`,
  parent: `SELECT t.parent_id AS session_id, s.title FROM session_tasks t
    LEFT JOIN chat_sessions s ON s.id = t.parent_id AND s.deleted_at IS NULL WHERE t.session_id = ?`,
} as const;

export function taskVerbs({ raw }: Pick<Connection, "raw">): TaskStore {
  const children = raw.prepare<[SessionId], SessionId>(TASK_SQL.children).pluck();
  const depth = raw.prepare<[SessionId], number>(TASK_SQL.depth).pluck();
  const rules = raw.prepare<[SessionId], string>(TASK_SQL.rules).pluck();
  return {
    tasksOf: (parent_id) => children.all(parent_id),
    taskDepth: (session_id) => depth.get(session_id) ?? 0,
    inheritedRules: (session_id) => rules.all(session_id).map((text) => JSON.parse(text) as PermissionRule[]),
  };
}

/** Returns the function that names the session for which a helper works. */
export function partOfReader({ raw }: Pick<Connection, "raw">) {
  const parent = raw.prepare<[SessionId], { session_id: SessionId; title: string | null }>(TASK_SQL.parent);
  return (session_id: SessionId): Pick<SessionSummary, "part_of"> => {
    const row = parent.get(session_id);
    if (row === undefined) return {};
    return {
      part_of: { session_id: row.session_id, ...(row.title === null ? {} : { title: row.title }) },
    };
  };
}
