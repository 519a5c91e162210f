/** Reads facts of a session that stand in tables beside it, by its key for each page of a list: its turns, and if it has a draft. */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { SessionSummary } from "../../../src-preload/contract/domain/sessions";
import type { Connection } from "../database/connection";

/** The statements of this file, for the test that looks at their plans. */
export const LIST_FACTS_SQL = {
  /** Reads no draft: the length of a text stands in the header of its row, and an empty one is a JSON string of two characters. */
  facts: `SELECT j.value AS id, t.turns, EXISTS (SELECT 1 FROM place_drafts d
      WHERE d.session_id = j.value AND d.place = 'composer' AND (octet_length(d.text_json) > 2 OR d.files_json IS NOT NULL)) AS draft
    FROM json_each(?) j LEFT JOIN session_turns t ON t.session_id = j.value`,
} as const;

interface FactsRow {
  id: SessionId;
  turns: number | null;
  draft: 0 | 1;
}

/** Returns the function that adds these facts to sessions. */
export function listFactsReader({
  raw,
}: Pick<Connection, "raw">): (sessions: readonly SessionSummary[]) => SessionSummary[] {
  const read = raw.prepare<[string], FactsRow>(LIST_FACTS_SQL.facts);
  return (sessions) => {
    const rows = read.all(JSON.stringify(sessions.map(({ id }) => id)));
    const found = new Map(rows.map((row) => [row.id, row]));
    return sessions.map((session) => {
      const { turns = null, draft = 0 } = found.get(session.id) ?? {};
      return {
        ...session,
        ...(turns === null || turns === 0 ? {} : { turns }),
        ...(draft === 0 ? {} : { draft: true }),
      };
    });
  };
}
