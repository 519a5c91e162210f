/** Keeps the names of messages (SE-11) in a table of their own: settled messages do not change (DB-11). */

import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Label, LabelledMessage, LabelName } from "../../../src-preload/contract/domain/labels";
import type { LabelStore } from "../../core/ports/label-store";
import type { Connection } from "../database/connection";
import type { AtOnce } from "./at-once";

/** Characters of a message that a list of labels shows. */
const WORDS = 160;

/**
 * The ids of messages are in the order of time, and a session's labels lie among those made for messages of its time. A lookup by the
 * session alone would have to read all of its messages.
 */
const IN_SESSION = `l.message_id BETWEEN (SELECT min(id) FROM chat_messages WHERE session_id = @session_id)
    AND (SELECT max(id) FROM chat_messages WHERE session_id = @session_id) AND m.session_id = @session_id`;

const FIRST_WORDS = `coalesce((SELECT substr(coalesce(p.data_json ->> '$.text', ''), 1, ${WORDS}) FROM chat_parts p
    WHERE p.message_id = l.message_id AND p.type = 'text' ORDER BY p."index" LIMIT 1), '')`;

const labelled = (where: string): string =>
  `SELECT l.message_id, l.name, l.created_at, m.session_id, s.title, m.role, m.hidden_at IS NOT NULL AS hidden, ${FIRST_WORDS} AS words
    FROM message_labels l CROSS JOIN chat_messages m ON m.id = l.message_id CROSS JOIN chat_sessions s ON s.id = m.session_id
    WHERE ${where} s.deleted_at IS NULL
      AND (@before IS NULL OR (l.created_at, l.message_id, l.name) < (@before, @before_id, @before_name))
    ORDER BY l.created_at DESC, l.message_id DESC, l.name DESC LIMIT @limit`;

/** The statements of this file, for the test that looks at their plans. */
export const LABEL_SQL = {
  has: "SELECT 1 FROM chat_messages WHERE id = ? AND session_id = ?",
  add: `INSERT OR IGNORE INTO message_labels (message_id, name, created_at)
    SELECT id, @name, @now FROM chat_messages WHERE id = @message_id AND session_id = @session_id`,
  remove: `DELETE FROM message_labels WHERE message_id = @message_id AND name = @name
    AND EXISTS (SELECT 1 FROM chat_messages WHERE id = @message_id AND session_id = @session_id)`,
  rename: "UPDATE OR IGNORE message_labels SET name = @to WHERE name = @from",
  dropOld: "DELETE FROM message_labels WHERE name = ?",
  of: `SELECT l.message_id, l.name, l.created_at FROM message_labels l CROSS JOIN chat_messages m ON m.id = l.message_id
    WHERE ${IN_SESSION} ORDER BY l.message_id, l.created_at, l.name`,
  inSession: labelled(`${IN_SESSION} AND`),
} as const;

/** These read all labels there are, and no more: labels are made by hand. */
const OF_ALL = {
  names: "SELECT name, count(*) AS count FROM message_labels GROUP BY name ORDER BY count DESC, name LIMIT ?",
  inAll: labelled(""),
} as const;

type Row = Omit<LabelledMessage, "hidden"> & { hidden: 0 | 1 };

export function labelVerbs({ raw, write }: Connection): AtOnce<LabelStore> {
  const has = raw.prepare<[string, string]>(LABEL_SQL.has);
  const add = raw.prepare<[object]>(LABEL_SQL.add);
  const remove = raw.prepare<[object]>(LABEL_SQL.remove);
  const rename = raw.prepare<[object]>(LABEL_SQL.rename);
  const dropOld = raw.prepare<[string]>(LABEL_SQL.dropOld);
  const of = raw.prepare<[{ session_id: SessionId }], Label>(LABEL_SQL.of);
  const names = raw.prepare<[number], LabelName>(OF_ALL.names);
  const inSession = raw.prepare<[object], Row>(LABEL_SQL.inSession);
  const inAll = raw.prepare<[object], Row>(OF_ALL.inAll);
  return {
    hasMessage: (session_id, message_id) => has.get(message_id, session_id) !== undefined,
    addLabel: (label) => write(() => add.run(label).changes > 0),
    removeLabel: (label) => write(() => remove.run(label).changes > 0),
    renameLabel: ({ from, to }) =>
      write(() => {
        const renamed = rename.run({ from, to }).changes;
        return renamed + dropOld.run(from).changes;
      }),
    labelsOf: (session_id) => of.all({ session_id }),
    labelNames: (limit) => names.all(limit),
    labelledMessages: ({ session_id, before, limit }) => {
      const place = {
        limit,
        before: before?.created_at ?? null,
        before_id: before?.message_id ?? null,
        before_name: before?.name ?? null,
      };
      const rows = session_id === undefined ? inAll.all(place) : inSession.all({ ...place, session_id });
      return rows.map(({ hidden, ...row }) => ({ ...row, hidden: hidden === 1 }));
    },
  };
}
