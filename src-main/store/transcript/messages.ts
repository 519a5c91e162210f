/** Reads and adds messages: pages for windows, all visible ones for a prompt, turns that never ended. */

import type { MessageId, OpId, SessionId } from "../../../src-preload/contract/domain/ids";
import type { MessagePage, StoredMessage } from "../../../src-preload/contract/domain/messages";
import type { Store } from "../../core/ports/store";
import type { UnsettledMessage } from "../../core/ports/transcript-store";
import type { Connection } from "../database/connection";
import { type MessageRow, type PartRow, TAIL, toMessage, toPart } from "../database/rows";
import { deleteDraft } from "../sessions/drafts";
import { removeQueued } from "../sessions/queue";
import type { FrameRows } from "./frames";
import { marksReader } from "./prune-marks";
import { costReader } from "./supplied-costs";
import { insertUserMessage } from "./user-messages";

type MessageVerbs = Pick<
  Store,
  | "addUserMessage"
  | "message"
  | "page"
  | "outline"
  | "hiddenPage"
  | "visibleMessages"
  | "unsettledMessages"
  | "unsettledSessions"
  | "titleBasis"
>;

/** Enough messages for the first question and an answer to it, with failed attempts in between. */
const FIRST_MESSAGES = 8;

/** The statements of this file, for the test that looks at their plans. */
export const MESSAGE_SQL = {
  page: `SELECT * FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL AND id < ? AND id <> ? ORDER BY id DESC LIMIT ?`,
  /** A page of a hidden timeline. Messages that another op hides as well would stay hidden, and are left out. */
  hiddenPage: `SELECT m.* FROM chat_message_hides t CROSS JOIN chat_messages m ON m.id = t.message_id
    WHERE t.op_id = ? AND t.message_id < ? AND NOT EXISTS (
      SELECT 1 FROM chat_message_hides h JOIN chat_timeline_ops o ON o.id = h.op_id
      WHERE h.message_id = t.message_id AND h.op_id <> t.op_id AND o.undone_at IS NULL)
    ORDER BY t.message_id DESC LIMIT ?`,
  one: `SELECT * FROM chat_messages WHERE session_id = ? AND id = ?`,
  visible: `SELECT * FROM chat_messages WHERE session_id = ? AND hidden_at IS NULL AND id > ? ORDER BY id LIMIT ?`,
  first: `SELECT * FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL
    AND id > coalesce((SELECT metadata_json ->> '$.copied_through' FROM chat_sessions WHERE id = @session_id), '')
    ORDER BY id LIMIT ${FIRST_MESSAGES}`,
  unsettled: `SELECT * FROM chat_messages
    WHERE role = 'assistant' AND json_extract(metadata_json, '$.finish_reason') IS NULL AND session_id = ? ORDER BY id`,
  // Without the index named, SQLite walks all messages.
  unsettledSessions: `SELECT DISTINCT session_id FROM chat_messages INDEXED BY chat_messages_unsettled
    WHERE role = 'assistant' AND json_extract(metadata_json, '$.finish_reason') IS NULL ORDER BY session_id`,
  sizes: `SELECT message_id, sum(octet_length(data_json)) AS size FROM chat_parts
    WHERE message_id IN (SELECT value FROM json_each(?)) GROUP BY message_id`,
  parts: `SELECT id, message_id, data_json, created_at, updated_at, ${TAIL} AS tail FROM chat_parts
    WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, "index"`,
  texts: `SELECT id, message_id, data_json, created_at, updated_at, ${TAIL} AS tail FROM chat_parts
    WHERE message_id = ? AND type = 'text' ORDER BY "index"`,
} as const;

/** A page ends before the message that would make it larger, but always takes the first two. */
const PAGE: Room = { bytes: 8 * 1024 * 1024, least: 2 };
/** Characters of JSON: a title comes from the beginning, and an answer may have thirty megabytes. */
const ENOUGH_FOR_A_TITLE = 16_384;

/** Sorts after every id. */
const LAST = "~";
/** An id that no message has; sorts before every id. */
const NONE = "";
/** SQL: all rows. */
const NO_LIMIT = -1;

/** The room for the parts of some messages. `least` messages are taken however large they are. */
interface Room {
  bytes: number;
  least: number;
}

/** Bytes. */
interface PartsSize {
  message_id: MessageId;
  size: number;
}

type RawMessageRow = Omit<MessageRow, "metadata_json"> & { metadata_json: string };

export function messageVerbs(connection: Connection, writer: FrameRows): MessageVerbs {
  const { raw, orm } = connection;
  const page = raw.prepare<[SessionId, string, string, number], RawMessageRow>(MESSAGE_SQL.page);
  const hiddenPage = raw.prepare<[OpId, string, number], RawMessageRow>(MESSAGE_SQL.hiddenPage);
  const one = raw.prepare<[SessionId, MessageId], RawMessageRow>(MESSAGE_SQL.one);
  const visible = raw.prepare<[SessionId, string, number], RawMessageRow>(MESSAGE_SQL.visible);
  const first = raw.prepare<[object], RawMessageRow>(MESSAGE_SQL.first);
  const undecided = raw.prepare<[SessionId], { title: string }>(
    `SELECT title FROM chat_sessions
     WHERE id = ? AND deleted_at IS NULL AND json_extract(metadata_json, '$.titled_by') IS NULL`,
  );
  const unsettled = raw.prepare<[SessionId], RawMessageRow>(MESSAGE_SQL.unsettled);
  const unsettledSessions = raw.prepare<[], { session_id: SessionId }>(MESSAGE_SQL.unsettledSessions);
  const sizes = raw.prepare<[string], PartsSize>(MESSAGE_SQL.sizes);
  const { partsOf, withParts } = partsReader(connection);

  const texts = raw.prepare<[MessageId], PartRow>(MESSAGE_SQL.texts);

  const sizesOf = (rows: readonly RawMessageRow[]): PartsSize[] =>
    sizes.all(JSON.stringify(rows.map(({ id }) => id)));
  /** `rows`: newest first, one more than asked for, which tells whether there are more. */
  const pageOf = (rows: RawMessageRow[], limit: number): MessagePage => {
    const asked = rows.slice(0, limit);
    const own = fitting(asked, sizesOf(asked), PAGE);
    return { messages: withParts(own.toReversed()), more: rows.length > own.length };
  };
  const withPartIds = (rows: RawMessageRow[]): UnsettledMessage[] => {
    const found = partsOf(rows);
    return rows.map((row) => ({
      id: row.id,
      session_id: row.session_id,
      metadata: parsed(row).metadata_json,
      parts: (found.get(row.id) ?? []).map((part) => ({ id: part.id, part: toPart(part) })),
    }));
  };

  return {
    addUserMessage: (message, answer, { queued, draft } = {}) =>
      connection.writeSynced(() => {
        const { session_id } = message;
        deleteDraft(orm, draft);
        if (queued !== undefined) removeQueued(orm, session_id, queued);
        const stored = insertUserMessage(orm, message);
        writer.write(answer);
        return stored;
      }),
    message: (session_id, id) => withParts(one.all(session_id, id))[0],
    page: (session_id, { limit, before = LAST, without = NONE }) =>
      pageOf(page.all(session_id, before, without, limit + 1), limit),
    outline: (session_id, { limit, before }) =>
      outlinesOf(page.all(session_id, before, NONE, limit + 1), limit),
    hiddenPage: (op_id, { limit, before = LAST, outline = false }) =>
      (outline ? outlinesOf : pageOf)(hiddenPage.all(op_id, before, limit + 1), limit),
    titleBasis: (session_id) => {
      const session = undecided.get(session_id);
      const messages = () =>
        first.all({ session_id }).map((row) => readable(row, enoughForATitle(texts.iterate(row.id))));
      return session && { title: session.title, messages: messages() };
    },
    visibleMessages: (session_id, { after = NONE, messages = NO_LIMIT, bytes = Infinity } = {}) => {
      const rows = visible.all(session_id, after, messages);
      return withParts(bytes === Infinity ? rows : fitting(rows, sizesOf(rows), { bytes, least: 1 }));
    },
    unsettledSessions: () => unsettledSessions.all().map(({ session_id }) => session_id),
    unsettledMessages: (session_id) => withPartIds(unsettled.all(session_id)),
  };
}

/** Reads the parts of messages, and the marks of their outputs. */
function partsReader(connection: Connection) {
  const parts = connection.raw.prepare<[string], PartRow>(MESSAGE_SQL.parts);
  const marksOf = marksReader(connection);
  const withCosts = costReader(connection);
  const partsOf = (messages: readonly { id: MessageId }[]): Map<MessageId, PartRow[]> => {
    const byMessage = new Map<MessageId, PartRow[]>(messages.map(({ id }) => [id, []]));
    for (const row of parts.all(JSON.stringify([...byMessage.keys()])))
      byMessage.get(row.message_id)?.push(row);
    return byMessage;
  };
  const withParts = (rows: RawMessageRow[]): StoredMessage[] => {
    const found = partsOf(rows);
    const marks = marksOf(rows.map(({ id }) => id));
    const messages = rows.map((row) => {
      const message = readable(row, found.get(row.id) ?? []);
      const pruned = marks.get(row.id);
      return pruned === undefined ? message : { ...message, pruned };
    });
    return withCosts(messages);
  };
  return { partsOf, withParts };
}

/** The first texts of a message, as many as a title needs. */
function enoughForATitle(texts: Iterable<PartRow>): PartRow[] {
  const found: PartRow[] = [];
  let length = 0;
  for (const row of texts) {
    found.push(row);
    length += row.data_json.length;
    if (length >= ENOUGH_FOR_A_TITLE) break;
  }
  return found;
}

const outlinesOf = (rows: RawMessageRow[], limit: number): MessagePage => ({
  messages: rows.slice(0, limit).reverse().map(outlineOf),
  more: rows.length > limit,
});

/** The first of `rows` for which there is room. */
function fitting(
  rows: RawMessageRow[],
  sizes: readonly PartsSize[],
  { bytes, least }: Room,
): RawMessageRow[] {
  const sizeOf = new Map(sizes.map(({ message_id, size }) => [message_id, size]));
  let total = 0;
  const tooMuch = rows.findIndex(({ id }, at) => {
    total += sizeOf.get(id) ?? 0;
    return at >= least && total > bytes;
  });
  return tooMuch < 0 ? rows : rows.slice(0, tooMuch);
}

/** The outline of a message that nobody looks at: its place, its role, its model, and whether the app wrote it. */
function outlineOf(row: RawMessageRow): StoredMessage {
  const message = readable(row, []);
  const { model, finish_reason, synthetic } = message.metadata;
  const metadata = {
    ...(synthetic === undefined ? {} : { synthetic }),
    ...(model === undefined ? {} : { model }),
    ...(finish_reason === undefined ? {} : { finish_reason }),
  };
  return { ...message, metadata, away: true };
}

/** Marks a message with unreadable JSON, instead of losing the rest of the session to its reader. */
function readable(row: RawMessageRow, parts: readonly PartRow[]): StoredMessage {
  try {
    return toMessage(parsed(row), parts);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { id, session_id, role, created_at } = row;
    return { id, session_id, role, metadata: {}, parts: [], created_at, unreadable: true };
  }
}

function parsed(row: RawMessageRow): MessageRow {
  return { ...row, metadata_json: JSON.parse(row.metadata_json) };
}
