/**
 * Copies messages of one session into another (BR-1, BR-2), bit by bit, so that nothing else waits. Until it is whole, the copy is in the
 * table of partial sessions, and no list shows it.
 */
import { eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  type MessageId,
  type OpId,
  placeOfId,
  type SessionId,
} from "../../../src-preload/contract/domain/ids";
import { BraidError } from "../../core/braid-error";
import { copyOf } from "../../core/ids";
import type {
  BranchStore,
  CopiedMessages,
  CopiedTimeline,
  SummaryPointers,
} from "../../core/ports/branch-store";
import { say } from "../../core/say";
import type { Connection } from "../database/connection";
import {
  chatMessages,
  chatParts,
  chatPruneMarks,
  chatSessions,
  messageLabels,
  partialSessions,
  sessionSidecars,
} from "../database/schema";
import { showSidecar } from "../sessions/families";
import { createRollups } from "./rollups";

type CopyVerbs = Pick<BranchStore, "timelineThrough" | "beginCopy" | "copyMessages" | "finishCopy">;

/** `o` is an op of cause rewind or retry that is in force. */
const REWOUND = `o.undone_at IS NULL AND o.cause <> 'compaction'`;

/** The id of a copy: a time of its own, and the random end of its original's id. `j` is one of the copied ids. */
const COPY_ID = `'msg_' || printf('%014x', @first + j.key) || substr(j.value, 19)`;
/** Ids kept free for the parts of each message: few messages have more. */
const PARTS_EACH = 256;

/** A compaction with the ids of the copies. Only the summary's part names other rows (BR-1). */
const REPOINTED = `json_patch(row.data_json, json_extract(@pointers, '$.' || row.message_id))`;

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
   * messages that other ops hide, if these parted there or later; keeps compacted messages. Answers in one row: ten thousand rows would
   * hold the thread twice as long.
   */
  stretch: `SELECT json_group_array(id) FROM (
    SELECT m.id FROM chat_messages m WHERE m.session_id = @session_id AND m.id > @after AND m.id <= @at
    AND (@op IS NULL OR EXISTS (SELECT 1 FROM chat_message_hides h WHERE h.message_id = m.id AND h.op_id = @op))
    AND (m.hidden_at IS NULL OR NOT EXISTS (
      SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
      LEFT JOIN chat_timeline_forks f ON f.op_id = o.id
      WHERE h.message_id = m.id AND ${REWOUND} AND (f.op_id IS NULL OR coalesce(f.after_id, '') >= @after)
        AND o.id NOT IN (SELECT value FROM json_each(@ops))))
    ORDER BY m.id)`,
  summaries: `SELECT message_id, data_json ->> '$.data.op_id' AS op_id, data_json ->> '$.data.tail_start_id' AS tail_start_id,
      data_json ->> '$.data.split.message_id' AS split_id
    FROM chat_parts WHERE session_id = ? AND type = 'data-compaction' ORDER BY message_id`,
  /** A summary hides in the copy what it hid in its own timeline, though another one may be shown now (RW-4). */
  messages: `INSERT INTO chat_messages ${copied(chatMessages, {
    id: COPY_ID,
    session_id: "@session_id",
    hidden_at:
      "iif(row.id IN (SELECT key FROM json_each(@hidden)), coalesce(row.hidden_at, row.updated_at), NULL)",
  })} FROM json_each(@ids) j CROSS JOIN chat_messages row ON row.id = j.value`,
  /**
   * Keeps `@each` ids free for the parts of a message. A part beyond those would stand among the next message's: its id is null, which the
   * table refuses. To count the parts, by a window or beforehand, takes 3 to 8 % of the copying.
   */
  parts: `INSERT INTO chat_parts ${copied(chatParts, {
    id: `'prt_' || iif(row."index" < @each, printf('%014x', @first_part + j.key * @each + row."index"), NULL) || substr(row.id, 19)`,
    message_id: COPY_ID,
    session_id: "@session_id",
    data_json: `iif(row.type = 'data-compaction', ${REPOINTED}, row.data_json)`,
  })} FROM json_each(@ids) j CROSS JOIN chat_parts row ON row.message_id = j.value`,
  /** Also those of outputs that somebody brought back: they stay whole in the copy. */
  marks: `INSERT INTO chat_prune_marks ${copied(chatPruneMarks, {
    message_id: COPY_ID,
  })} FROM json_each(@ids) j CROSS JOIN chat_prune_marks row ON row.message_id = j.value`,
  labels: `INSERT INTO message_labels ${copied(messageLabels, {
    message_id: COPY_ID,
  })} FROM json_each(@ids) j CROSS JOIN message_labels row ON row.message_id = j.value`,
  lastIndex: `SELECT max(row."index") FROM json_each(@ids) j CROSS JOIN chat_parts row ON row.message_id = j.value`,
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
  const copyParts = partCopier(connection);
  const marks = raw.prepare<[object]>(COPY_SQL.marks);
  const labels = raw.prepare<[object]>(COPY_SQL.labels);
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
                json_patch(json_remove(metadata_json, '$.ephemeral', '$.imported_from'), @metadata), @now, @now, @now
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
    copyMessages: (session_id, { ids, hidden, first, pointers }, blockOf) =>
      connection.write(() => {
        const among = { session_id, ids: JSON.stringify(ids), first, pointers: patchesOf(pointers) };
        const { changes } = messages.run({ ...among, hidden: JSON.stringify(hidden) });
        if (changes !== ids.length) throw new BraidError("SESSION_NOT_FOUND", say("session.not-found"));
        copyParts(among, (each) => blockOf(ids.length * each));
        marks.run({ ids: among.ids, first });
        labels.run({ ids: among.ids, first });
        if (Object.keys(hidden).length > 0)
          hides.run({ ids: among.ids, first, hidden: JSON.stringify(hidden) });
        const [head, last] = [ids[0], ids.at(-1)];
        if (head !== undefined) rollups.addCopies(session_id, copyOf(head, first));
        return last === undefined ? undefined : copyOf(last, first + BigInt(ids.length - 1));
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

type BlockFor = (each: number) => bigint;

/** Copies the parts of messages. `blockFor` reserves so many ids for each message, and returns the first. */
function partCopier({ raw }: Connection): (among: { ids: string }, blockFor: BlockFor) => void {
  const parts = raw.prepare<[object]>(COPY_SQL.parts);
  const lastIndex = raw.prepare<[object], number>(COPY_SQL.lastIndex).pluck();
  return (among, blockFor) => {
    const copy = (each: number) => parts.run({ ...among, each, first_part: blockFor(each) });
    try {
      copy(PARTS_EACH);
    } catch (error) {
      if (!isNullRefused(error)) throw error;
      copy((lastIndex.get({ ids: among.ids }) ?? 0) + 1);
    }
  };
}

const isNullRefused = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_NOTNULL";

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
  const stretch = raw.prepare<[object], string>(COPY_SQL.stretch).pluck();
  const withSummaries = summaryReader(raw);
  return (session_id, through) => {
    const stretches: MessageId[][] = [];
    for (let at: MessageId | null = through; at !== null; ) {
      const ops: Hider[] = hiders.all(at);
      const innermost: Hider | undefined = ops.find(({ parts }) => parts === 1);
      const { id: op = null, after_id = null } = innermost ?? {};
      // The summary that stood right behind a place belongs to the timeline that parted there.
      const among = { session_id, at: at === through ? at : `${placeOfId(at)}~`, op, after: after_id ?? "" };
      // An attempt that was made anew is asked for by itself. A place whose summary was taken out is only passed.
      const allowed = ops.filter(({ parts }) => at === through || parts === 1).map(({ id }) => id);
      stretches.unshift(JSON.parse(stretch.get({ ...among, ops: JSON.stringify(allowed) }) ?? "[]"));
      // Each place lies before the last one. The comparison ends the loop even in a damaged file.
      at = after_id !== null && after_id < at ? after_id : null;
    }
    return withSummaries(session_id, stretches.flat());
  };
}

interface FoundSummary {
  message_id: MessageId;
  op_id: OpId;
  tail_start_id: MessageId;
  split_id: MessageId | null;
}

/** Finds the summaries of a timeline, and the messages that they hide in it, whether or not the timeline is shown now (RW-4). */
function summaryReader(raw: Connection["raw"]): (session_id: SessionId, ids: MessageId[]) => CopiedTimeline {
  const found = raw.prepare<[SessionId], FoundSummary>(COPY_SQL.summaries);
  return (session_id, ids) => {
    const all = found.all(session_id);
    const left = withoutItsAnswer(all, ids);
    const copied = ids.filter((id) => !left.has(id));
    return { ids: copied, ...standingFor(all, copied) };
  };
}

/** A summary that tells of an answer which is not copied would tell of what comes later. */
function withoutItsAnswer(all: readonly FoundSummary[], ids: readonly MessageId[]): Set<MessageId> {
  const splitting = all.filter(({ split_id }) => split_id !== null);
  const places = new Set(splitting.length === 0 ? [] : ids.map(placeOfId));
  const left = splitting.filter(({ split_id }) => !places.has(placeOfId(split_id ?? "")));
  return new Set(left.map(({ message_id }) => message_id));
}

/** Each summary stands for all before it for which no earlier one stands. */
function standingFor(
  all: readonly FoundSummary[],
  ids: readonly MessageId[],
): Pick<CopiedTimeline, "compacted" | "summaries"> {
  const compacted: Record<MessageId, OpId> = {};
  const summaries: Record<MessageId, SummaryPointers> = {};
  if (all.length === 0) return { compacted, summaries };
  const known = new Map(all.map((summary) => [summary.message_id, summary]));
  let shown: MessageId[] = [];
  for (const id of ids) {
    const { op_id, tail_start_id, split_id = null } = known.get(id) ?? {};
    if (op_id !== undefined && tail_start_id !== undefined) {
      for (const one of shown) compacted[one] = op_id;
      shown = [];
      // A later attempt of the answer that it splits may be the one that is copied.
      const split = split_id && ids.findLast((one) => placeOfId(one) === placeOfId(split_id));
      summaries[id] = { op_id, tail_start_id, ...(split ? { split_id: split } : {}) };
    }
    shown.push(id);
  }
  return { compacted, summaries };
}

/** Merge patches of compactions, by the original's id. */
const patchesOf = (pointers: CopiedMessages["pointers"]): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries<SummaryPointers>(pointers).map(([id, { split_id, ...data }]) => [
        id,
        { data: { ...data, ...(split_id === undefined ? {} : { split: { message_id: split_id } }) } },
      ]),
    ),
  );
