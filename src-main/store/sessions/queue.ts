/** Messages that wait to be sent (QU-1), in the order of their ids. An unreadable row holds nothing up and stays. */

import { and, eq, sql } from "drizzle-orm";
import type { QueueId, SessionId } from "../../../src-preload/contract/domain/ids";
import { MOST_QUEUED, MOST_QUEUED_BYTES } from "../../../src-preload/contract/domain/limits";
import type { ModelRef } from "../../../src-preload/contract/domain/models";
import type { QueuedMessage, QueuedText } from "../../../src-preload/contract/domain/queue";
import { BraidError } from "../../core/braid-error";
import type { NewQueued, QueueStore } from "../../core/ports/queue-store";
import { say } from "../../core/say";
import { QUEUED_FILES } from "../database/blob-uses";
import type { Connection } from "../database/connection";
import { chatQueue } from "../database/schema";
import { deleteDraft } from "./drafts";

/** Characters of a text that a list shows. */
const EXCERPT = 300;
/** Characters. Only a longer text costs the query for the bytes: nobody types that much by hand. */
const LONG = 10_000;

/** The statements of this file, for the test that looks at their plans. */
export const QUEUE_SQL = {
  list: `SELECT id, substr(data_json ->> '$.text', 1, ${EXCERPT}) AS excerpt, length(data_json ->> '$.text') > ${EXCERPT} AS cut,
      data_json -> '$.model' AS model,
      (SELECT json_group_array(j.value ->> '$.filename') FROM json_each(data_json, '$.attachments') j) AS filenames, updated_at
    FROM chat_queue WHERE session_id = ? AND json_valid(data_json) ORDER BY id`,
  next: `SELECT id, data_json, updated_at FROM chat_queue WHERE session_id = ? AND json_valid(data_json) ORDER BY id LIMIT 1`,
  // These three read no texts: the length of a text stands in its row's header.
  count: `SELECT count(*) FROM chat_queue WHERE session_id = ?`,
  // A message that is edited makes the queue no longer.
  others: `SELECT count(*) FROM chat_queue WHERE session_id = ? AND id <> ?`,
  bytes: `SELECT coalesce(sum(octet_length(data_json)), 0) FROM chat_queue WHERE session_id = ? AND id <> ?`,
  // A sweep takes what nothing uses a day after it was put.
  hold: `UPDATE blobs SET created_at = max(created_at, @now) WHERE sha256 IN (
    SELECT j.value ->> '$.sha256' FROM chat_queue, json_each(${QUEUED_FILES}) j
    WHERE session_id = @session_id AND chat_queue.id = coalesce(@id, chat_queue.id) AND ${QUEUED_FILES} IS NOT NULL)`,
} as const;

interface ListRow {
  id: QueueId;
  excerpt: string | null;
  cut: 0 | 1 | null;
  model: string | null;
  filenames: string;
  updated_at: number;
}

type Said = Pick<QueuedText, "text" | "model" | "attachments">;

export function queueVerbs(
  { raw, orm, write, writeSynced }: Connection,
  most = { queued: MOST_QUEUED, bytes: MOST_QUEUED_BYTES },
): QueueStore {
  const list = raw.prepare<[SessionId], ListRow>(QUEUE_SQL.list);
  const next = raw.prepare<[SessionId], { id: QueueId; data_json: string; updated_at: number }>(
    QUEUE_SQL.next,
  );
  const count = raw.prepare<[SessionId], number>(QUEUE_SQL.count).pluck();
  const others = raw.prepare<[SessionId, string], number>(QUEUE_SQL.others).pluck();
  const bytes = raw.prepare<[SessionId, string], number>(QUEUE_SQL.bytes).pluck();

  const refuseTooMuch = ({ session_id, id, text }: Pick<NewQueued, "session_id" | "id" | "text">): void => {
    const isTooLong = text.length >= LONG && Number(bytes.get(session_id, id)) + text.length > most.bytes;
    if (!isTooLong && Number(others.get(session_id, id)) < most.queued) return;
    throw new BraidError("FORBIDDEN", say("queue.too-much.message"), { hint: say("queue.too-much.hint") });
  };
  const find = (session_id: SessionId, id: QueueId): QueuedText | undefined => {
    const row = orm.select().from(chatQueue).where(at(session_id, id)).get();
    return row && { ...parsed(row.data_json), updated_at: row.updated_at };
  };

  const insert = ({ id, session_id, text, model, attachments, now }: NewQueued): QueuedMessage => {
    refuseTooMuch({ session_id, id, text });
    const data_json = dataOf({ text, model, attachments });
    orm.insert(chatQueue).values({ id, session_id, data_json, created_at: now, updated_at: now }).run();
    return shown({ id, text, model, attachments, updated_at: now });
  };

  return {
    enqueue: (queued, { draft } = {}) =>
      writeSynced(() => {
        const put = insert(queued);
        deleteDraft(orm, draft);
        return put;
      }),
    requeue: (session_id, messages, now) =>
      writeSynced(() => messages.map((message) => insert({ ...message, session_id, now }))),
    wholeQueue: (session_id) =>
      orm
        .select()
        .from(chatQueue)
        .where(and(eq(chatQueue.session_id, session_id), sql`json_valid(${chatQueue.data_json})`))
        .orderBy(chatQueue.id)
        .all()
        .map(({ id, data_json }) => ({ id, model: undefined, ...parsed(data_json) })),
    queue: (session_id) => list.all(session_id).map(listed),
    queueLength: (session_id) => Number(count.get(session_id)),
    nextQueued: (session_id) => {
      const row = next.get(session_id);
      return row && { id: row.id, ...parsed(row.data_json) };
    },
    queued: find,
    editQueued: ({ id, session_id, text, model, attachments, as_of, draft, now }) =>
      writeSynced(() => {
        const before = find(session_id, id);
        if (before === undefined) throw notWaiting();
        if (as_of !== undefined && as_of !== before.updated_at)
          throw new BraidError("INVALID_INPUT", say("queue.changed.message"), {
            hint: say("queue.changed.hint"),
          });
        refuseTooMuch({ session_id, id, text });
        const said = {
          text,
          model: model ?? before.model,
          attachments: attachments ?? before.attachments,
        };
        const updated_at = Math.max(now, before.updated_at + 1);
        const row = { data_json: dataOf(said), updated_at };
        orm.update(chatQueue).set(row).where(at(session_id, id)).run();
        deleteDraft(orm, draft);
        return shown({ id, ...said, updated_at });
      }),
    ...removingVerbs({ raw, orm, write }),
  };
}

function removingVerbs({
  raw,
  orm,
  write,
}: Pick<Connection, "raw" | "orm" | "write">): Pick<QueueStore, "unqueue" | "clearQueue"> {
  const hold = raw.prepare<[object]>(QUEUE_SQL.hold);
  return {
    unqueue: (session_id, id, now) =>
      write(() => {
        hold.run({ session_id, id, now });
        removeQueued(orm, session_id, id);
      }),
    clearQueue: (session_id, now) =>
      write(() => {
        hold.run({ session_id, id: null, now });
        orm.delete(chatQueue).where(eq(chatQueue.session_id, session_id)).run();
      }),
  };
}

const at = (session_id: SessionId, id: QueueId) =>
  and(eq(chatQueue.session_id, session_id), eq(chatQueue.id, id));

/**
 * Removes a message from the queue in the caller's transaction, e.g. the one that stores it as sent. @throws BraidError `MESSAGE_NOT_FOUND`
 */
export function removeQueued(orm: Connection["orm"], session_id: SessionId, id: QueueId): void {
  if (orm.delete(chatQueue).where(at(session_id, id)).run().changes === 0) throw notWaiting();
}

const notWaiting = (): BraidError =>
  new BraidError("MESSAGE_NOT_FOUND", say("queue.gone.message"), { hint: say("queue.gone.hint") });

type Words = Pick<NewQueued, "text" | "model" | "attachments">;

const dataOf = ({ text, model, attachments = [] }: Words): string =>
  JSON.stringify({ text, model, ...(attachments.length === 0 ? {} : { attachments }) });

const parsed = (data_json: string): Said => JSON.parse(data_json) as Said;

interface Whole extends Words {
  id: QueueId;
  updated_at: number;
}

/** The same result as `listed` has for the row. */
function shown({ id, text, model, attachments = [], updated_at }: Whole): QueuedMessage {
  // Counts characters as SQLite does: none is cut in two.
  const excerpt = [...text.slice(0, 2 * EXCERPT)].slice(0, EXCERPT).join("");
  const cut = excerpt.length < text.length ? { cut: true as const } : {};
  const filenames = attachments.map(({ filename }) => filename);
  return {
    id,
    excerpt,
    ...cut,
    ...(model === undefined ? {} : { model }),
    ...(filenames.length === 0 ? {} : { filenames }),
    updated_at,
  };
}

function listed({ id, excerpt, cut, model, filenames, updated_at }: ListRow): QueuedMessage {
  return {
    id,
    excerpt: excerpt ?? "",
    ...(cut === 1 ? { cut: true as const } : {}),
    ...(model === null ? {} : { model: JSON.parse(model) as ModelRef }),
    ...(filenames === "[]" ? {} : { filenames: JSON.parse(filenames) as string[] }),
    updated_at,
  };
}
