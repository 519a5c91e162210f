/** Keeps the names of messages (SE-11) in a table of their own: settled messages do not change (DB-11). */

import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import type {
  Label,
  LabelledMessage,
  LabelName,
  LabelShare,
} from "../../../src-preload/contract/domain/labels";
import type { LabelStore, Renamed } from "../../core/ports/label-store";
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
  rename: `UPDATE OR IGNORE message_labels SET name = @to
    WHERE name = @from AND (@message_id IS NULL OR message_id = @message_id) RETURNING message_id`,
  dropOld: `DELETE FROM message_labels
    WHERE name = @from AND (@message_id IS NULL OR message_id = @message_id) RETURNING message_id, created_at`,
  moveBack: "UPDATE OR IGNORE message_labels SET name = @from WHERE message_id = @message_id AND name = @to",
  addBack: `INSERT OR IGNORE INTO message_labels (message_id, name, created_at)
    SELECT id, @from, @created_at FROM chat_messages WHERE id = @message_id`,
  of: `SELECT l.message_id, l.name, l.created_at FROM message_labels l CROSS JOIN chat_messages m ON m.id = l.message_id
    WHERE ${IN_SESSION} ORDER BY l.message_id, l.created_at, l.name`,
  inSession: labelled(`${IN_SESSION} AND`),
  /**
   * Messages have their row ids in the order in which they were written. Those say how far a message is from the first one without
   * counting what lies between; what other sessions wrote meanwhile counts too.
   */
  places: `SELECT l.message_id, m.rowid AS at,
      (SELECT rowid FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL ORDER BY id LIMIT 1) AS first,
      (SELECT rowid FROM chat_messages WHERE id = @before AND session_id = @session_id) AS last
    FROM message_labels l CROSS JOIN chat_messages m ON m.id = l.message_id
    WHERE ${IN_SESSION} AND l.message_id < @before AND m.hidden_at IS NULL GROUP BY l.message_id ORDER BY l.message_id`,
} as const;

/** Statements that read the labels of all sessions. People make labels by hand, so there are few. */
const OF_ALL = {
  names: "SELECT name, count(*) AS count FROM message_labels GROUP BY name ORDER BY count DESC, name LIMIT ?",
  inAll: labelled(""),
} as const;

interface Place {
  message_id: MessageId;
  /** Row ids; `last` is null where the other message is not in the session. */
  at: number;
  first: number;
  last: number | null;
}

const shareOf = ({ message_id, at, first, last }: Place): LabelShare => ({
  message_id,
  share: last === null || last <= first ? 0 : Math.max(0, Math.min((at - first) / (last - first), 1)),
});

type Row = Omit<LabelledMessage, "hidden"> & { hidden: 0 | 1 };

export function labelVerbs({ raw, write }: Connection): AtOnce<LabelStore> {
  const has = raw.prepare<[string, string]>(LABEL_SQL.has);
  const add = raw.prepare<[object]>(LABEL_SQL.add);
  const remove = raw.prepare<[object]>(LABEL_SQL.remove);
  const rename = raw.prepare<[object], { message_id: MessageId }>(LABEL_SQL.rename);
  const dropOld = raw.prepare<[object], Renamed["merged"][number]>(LABEL_SQL.dropOld);
  const moveBack = raw.prepare<[object]>(LABEL_SQL.moveBack);
  const addBack = raw.prepare<[object]>(LABEL_SQL.addBack);
  const places = raw.prepare<[object], Place>(LABEL_SQL.places);
  const of = raw.prepare<[{ session_id: SessionId }], Label>(LABEL_SQL.of);
  const names = raw.prepare<[number], LabelName>(OF_ALL.names);
  const inSession = raw.prepare<[object], Row>(LABEL_SQL.inSession);
  const inAll = raw.prepare<[object], Row>(OF_ALL.inAll);
  return {
    hasMessage: (session_id, message_id) => has.get(message_id, session_id) !== undefined,
    addLabel: (label) => write(() => add.run(label).changes > 0),
    removeLabel: (label) => write(() => remove.run(label).changes > 0),
    renameLabel: ({ from, to, message_id = null }) =>
      write(() => {
        const moved = rename.all({ from, to, message_id }).map((row) => row.message_id);
        return { moved, merged: dropOld.all({ from, message_id }) };
      }),
    undoRename: ({ from, to, moved, merged }) =>
      write(() => {
        let restored = 0;
        for (const message_id of moved) restored += moveBack.run({ from, to, message_id }).changes;
        for (const one of merged) restored += addBack.run({ from, ...one }).changes;
        return restored;
      }),
    labelsOf: (session_id) => of.all({ session_id }),
    labelNames: (limit) => names.all(limit),
    labelPlaces: (request) => places.all(request).map(shareOf),
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
