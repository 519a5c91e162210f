/**
 * Copies messages of one session into another (BR-1, BR-2), bit by bit, so that nothing else waits. Until it is whole, the copy is in the
 * table of partial sessions, and no list shows it.
 */
import { eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../../core/braid-error";
import type { BranchStore } from "../../core/ports/branch-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import { chatMessages, chatParts, chatSessions, partialSessions, sessionSidecars } from "../database/schema";
import { showSidecar } from "../sessions/families";
import { createRollups } from "./rollups";

type CopyVerbs = Pick<BranchStore, "timelineThrough" | "beginCopy" | "copyMessages" | "finishCopy">;

/** `o` is an op of cause rewind or retry that is in force. */
const REWOUND = `o.undone_at IS NULL AND o.cause <> 'compaction'`;

/** The id of a copy: a time of its own, and the random end of its original's id. `j` is one of the copied ids. */
const COPY_ID = `'msg_' || printf('%014x', @first + j.key) || substr(j.value, 19)`;
/** Characters of an id before its random end. */
const TIMED = 18;

/** SQL: copies all columns of a table from `row`, except those that `own` gives. */
function copied(table: SQLiteTable, own: Readonly<Record<string, string>>): string {
  const names = Object.values(getTableColumns(table)).map(({ name }) => name);
  const values = names.map((name) => own[name] ?? `row."${name}"`);
  return `(${names.map((name) => `"${name}"`).join(", ")}) SELECT ${values.join(", ")}`;
}

/** The statements of this file, for the test that looks at their plans. */
export const COPY_SQL = {
  /** The ops by which a message was rewound, and the places where their timelines parted, innermost first. */
  hiders: `SELECT o.id, f.op_id IS NOT NULL AS parts, f.after_id FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
    LEFT JOIN chat_timeline_forks f ON f.op_id = o.id
    WHERE h.message_id = ? AND ${REWOUND} ORDER BY parts DESC, coalesce(f.after_id, '') DESC`,
  /**
   * The stretch of `at`'s timeline up to `at`, from the place where that timeline parted (`op`; null: from the beginning). Leaves out
   * messages that other ops hide, if these parted there or later. Keeps compacted messages, with their op, unless that op hid `through`
   * itself: the turns are then as they stood before it. Answers in one row: ten thousand rows would hold the thread twice as long.
   */
  stretch: `SELECT json_group_array(id) AS ids, json_group_object(id, op_id) FILTER (WHERE op_id IS NOT NULL) AS compacted FROM (
    SELECT m.id, iif(m.hidden_at IS NULL, NULL, (
      SELECT max(o.id) FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
      WHERE h.message_id = m.id AND o.undone_at IS NULL AND o.cause = 'compaction'
        AND NOT EXISTS (SELECT 1 FROM chat_message_hides x WHERE x.message_id = @through AND x.op_id = o.id))) AS op_id
    FROM chat_messages m WHERE m.session_id = @session_id AND m.id > @after AND m.id <= @at
    AND (@op IS NULL OR EXISTS (SELECT 1 FROM chat_message_hides h WHERE h.message_id = m.id AND h.op_id = @op))
    AND (m.hidden_at IS NULL OR NOT EXISTS (
      SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
      LEFT JOIN chat_timeline_forks f ON f.op_id = o.id
      WHERE h.message_id = m.id AND ${REWOUND} AND (f.op_id IS NULL OR coalesce(f.after_id, '') >= @after)
        AND o.id NOT IN (SELECT value FROM json_each(@ops))))
    ORDER BY m.id)`,
  messages: `INSERT INTO chat_messages ${copied(chatMessages, {
    id: COPY_ID,
    session_id: "@session_id",
    hidden_at: "iif(row.id IN (SELECT key FROM json_each(@hidden)), row.hidden_at, NULL)",
  })} FROM json_each(@ids) j CROSS JOIN chat_messages row ON row.id = j.value`,
  parts: `INSERT INTO chat_parts ${copied(chatParts, {
    id: `'prt_' || printf('%014x', @first_part + row_number() OVER ()) || substr(row.id, 19)`,
    message_id: COPY_ID,
    session_id: "@session_id",
  })} FROM json_each(@ids) j CROSS JOIN chat_parts row ON row.message_id = j.value`,
  ops: `INSERT INTO chat_timeline_ops (id, session_id, cause, created_at)
    SELECT j.value ->> 1, @session_id, o.cause, o.created_at
    FROM json_each(@pairs) j CROSS JOIN chat_timeline_ops o ON o.id = j.value ->> 0`,
  hides: `INSERT INTO chat_message_hides (message_id, op_id)
    SELECT ${COPY_ID}, json_each.value FROM json_each(@hidden) CROSS JOIN json_each(@ids) j ON j.value = json_each.key`,
  isThere: `SELECT 1 FROM chat_sessions WHERE id = ? AND id NOT IN (SELECT session_id FROM partial_sessions)`,
} as const;

export function copyVerbs(connection: Connection): CopyVerbs {
  const { raw, orm } = connection;
  const rollups = createRollups(connection);
  const timelineThrough = timelineReader(connection);
  const ops = raw.prepare<[object]>(COPY_SQL.ops);
  const hides = raw.prepare<[object]>(COPY_SQL.hides);
  const messages = raw.prepare<[object]>(COPY_SQL.messages);
  const parts = raw.prepare<[object]>(COPY_SQL.parts);
  const isThere = raw.prepare<[SessionId]>(COPY_SQL.isThere);
  const whole = (session_id: SessionId): void => {
    orm.delete(partialSessions).where(eq(partialSessions.session_id, session_id)).run();
  };
  return {
    timelineThrough,
    beginCopy: ({ source_id, parent_id, parent_message_id, id, metadata, ops: pairs, now }) =>
      connection.write(() => {
        const made = raw
          .prepare<[object]>(
            `INSERT INTO chat_sessions (id, agent, title, workspace_root, model_json, parent_id, parent_message_id,
                metadata_json, created_at, updated_at, deleted_at)
              SELECT @id, agent, title, workspace_root, model_json, @parent_id, @parent_message_id,
                json_patch(json_remove(metadata_json, '$.ephemeral'), @metadata), @now, @now, @now
              FROM chat_sessions WHERE id = @source_id AND deleted_at IS NULL`,
          )
          .run({
            id,
            source_id,
            parent_id,
            parent_message_id: parent_message_id ?? null,
            metadata: JSON.stringify(metadata),
            now,
          });
        if (made.changes === 0) throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
        orm.insert(partialSessions).values({ session_id: id, since: now }).run();
        ops.run({ session_id: id, pairs: JSON.stringify(pairs) });
      }),
    copyMessages: (session_id, { ids, hidden }, blockOf) =>
      connection.write(() => {
        const first = blockOf(ids.length);
        const first_part = blockOf(0);
        const among = { session_id, ids: JSON.stringify(ids), first };
        const { changes } = messages.run({ ...among, hidden: JSON.stringify(hidden) });
        if (changes !== ids.length) throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
        // The number of parts is known only now; nobody takes an id in between.
        blockOf(parts.run({ ...among, first_part }).changes + 1);
        if (Object.keys(hidden).length > 0)
          hides.run({ ids: among.ids, first, hidden: JSON.stringify(hidden) });
        rollups.addCopies(session_id, copyId(first, ""));
        return copyId(first + BigInt(ids.length - 1), ids.at(-1) ?? "");
      }),
    finishCopy: ({ id, title, copied_through, main_id, now }) =>
      connection.write(() => {
        if (main_id !== undefined) {
          // The main session is removed, or being removed: nobody would find a sidecar beside it.
          if (isThere.get(main_id) === undefined)
            throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
          // Stored as closed; the next line opens it and closes the others.
          orm.insert(sessionSidecars).values({ session_id: id, main_id, closed_at: now }).run();
          showSidecar(connection, id, now);
        }
        const metadata_json = sql`json_set(${chatSessions.metadata_json}, '$.copied_through', ${copied_through})`;
        rollups.finishCopies(id);
        orm
          .update(chatSessions)
          .set({ title, deleted_at: null, metadata_json })
          .where(eq(chatSessions.id, id))
          .run();
        whole(id);
      }),
  };
}

const copyId = (time: bigint, message_id: string): MessageId =>
  `msg_${time.toString(16).padStart(TIMED - "msg_".length, "0")}${message_id.slice(TIMED)}` as MessageId;

interface Hider {
  id: OpId;
  /** 1 where a timeline parts there; an attempt that was made anew (RN-7) has no timeline of its own. */
  parts: 0 | 1;
  after_id: MessageId | null;
}

/**
 * Walks back from a message: takes the stretch from the place where its timeline parted, then goes on from the message before that place,
 * which other ops may hide (BR-1).
 */
function timelineReader({ raw }: Connection): CopyVerbs["timelineThrough"] {
  const hiders = raw.prepare<[MessageId], Hider>(COPY_SQL.hiders);
  const stretch = raw.prepare<[object], { ids: string; compacted: string }>(COPY_SQL.stretch);
  return (session_id, through) => {
    const stretches: MessageId[][] = [];
    const compacted: Record<MessageId, OpId> = {};
    for (let at: MessageId | null = through; at !== null; ) {
      const ops: Hider[] = hiders.all(at);
      const innermost: Hider | undefined = ops.find(({ parts }) => parts === 1);
      const { id: op = null, after_id = null } = innermost ?? {};
      const among = { session_id, through, at, op, after: after_id ?? "" };
      const found = stretch.get({ ...among, ops: JSON.stringify(ops.map(({ id }) => id)) });
      stretches.unshift(JSON.parse(found?.ids ?? "[]"));
      Object.assign(compacted, JSON.parse(found?.compacted ?? "{}"));
      // Each place lies before the last one. The comparison ends the loop even in a damaged file.
      at = after_id !== null && after_id < at ? after_id : null;
    }
    return { ids: stretches.flat(), compacted };
  };
}
