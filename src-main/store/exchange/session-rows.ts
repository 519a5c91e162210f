/**
 * Reads whole sessions as rows, message by message: a session of any length takes the memory of some of its messages. Each session is read
 * in one transaction, so it is of one moment, and a long export does not hold the log for all of its time.
 */
import type { Database } from "better-sqlite3";
import type { MessageId, SessionId } from "../../../src-preload/contract/domain/ids";
import { BLOB_PART, BLOB_URL } from "../database/blob-uses";

type Value = string | number | null;
/** A row as its table has it. */
export type Row = Readonly<Record<string, Value>>;
/** Rows beside a session, a message or an op, by their table. */
export type Beside = Readonly<Record<string, readonly Row[]>>;
/** A row with the rows that belong to it alone. */
export interface Whole {
  row: Row;
  own: Beside;
}

export interface SessionRows {
  row: Row;
  own: Beside;
  /** Its ops, each with the place where its timeline parts (RW-3). */
  ops: readonly Whole[];
  /** In the order of their ids, hidden ones too; each with its parts. To be read once. */
  messages: Iterable<Whole>;
}

/** A table of rows that belong to one session, message or op, and the statement that finds them by its id. */
interface Side {
  table: string;
  sql: string;
}

const beside = (table: string, key: string, rest = ""): Side => ({
  table,
  sql: `SELECT * FROM ${table} WHERE ${key} = @id ${rest}`,
});

/** The digests of the prompts that a session's answers were given (SP-2). */
const DIGESTS = `SELECT metadata_json ->> '$.system_prompt_digest' FROM chat_messages
  WHERE session_id = @id AND json_valid(metadata_json)`;

/** The files of a waiting message or a draft, as JSON lists of references. */
const listed = (column: string, table: string): string =>
  `SELECT j.value ->> '$.sha256' FROM ${table} t, json_each(CASE WHEN json_valid(${column}) THEN ${column} END${table === "chat_queue" ? ", '$.attachments'" : ""}) j WHERE t.session_id = @id`;

const BLOBS = `SELECT sha256, media_type, size FROM blobs WHERE sha256 IN (
    SELECT substr(${BLOB_URL}, 6) FROM chat_parts WHERE session_id = @id AND ${BLOB_PART}
    UNION ${listed("data_json", "chat_queue")} UNION ${listed("files_json", "place_drafts")}) ORDER BY sha256`;

/**
 * Rows that belong to a session beside its messages. Left out: what is this computer's alone. Permissions and their ledger are never carried
 * (an archive could allow itself anything), nor what files were before turns changed them, nor the undo stack.
 */
export const OF_SESSION: readonly Side[] = [
  beside("session_marks", "session_id"),
  beside("session_turns", "session_id"),
  beside("session_asides", "session_id"),
  beside("session_tasks", "session_id"),
  {
    table: "agent_calls",
    sql: `SELECT session_id, agent, model_json, usage_json, estimated, cost_usd, created_at FROM agent_calls
      WHERE session_id = @id ORDER BY id`,
  },
  beside("chat_queue", "session_id", "ORDER BY id"),
  beside("place_drafts", "session_id", "ORDER BY place, target, writer"),
  {
    table: "system_prompts",
    sql: `SELECT * FROM system_prompts WHERE digest IN (${DIGESTS}) ORDER BY digest`,
  },
  {
    table: "system_prompt_sections",
    sql: `SELECT * FROM system_prompt_sections WHERE digest IN (SELECT j.value ->> '$.digest'
      FROM system_prompts s, json_each(s.sections_json) j WHERE s.digest IN (${DIGESTS})) ORDER BY digest`,
  },
  { table: "blobs", sql: BLOBS },
];

const ofMessages = (table: string, order = "message_id", from = table): Side => ({
  table,
  sql: `SELECT * FROM ${from} WHERE message_id IN (SELECT value FROM json_each(@ids)) ORDER BY ${order}`,
});

/** The rows of several messages, those of each in their order. A table of marks on messages is one more line here. */
export const OF_MESSAGE: readonly Side[] = [
  // Through the view: the text that a part has gained since its row was written is part of it.
  ofMessages("chat_parts", `message_id, "index"`, "chat_parts_view"),
  ofMessages("chat_message_hides", "message_id, op_id"),
  ofMessages("chat_prune_marks", `message_id, "index"`),
  ofMessages("supplied_costs"),
  ofMessages("message_labels", "message_id, name"),
];

export const OF_OP: readonly Side[] = [beside("chat_timeline_forks", "op_id")];

/** Messages that one statement reads: statements of one message each would cost more than their rows. */
const AT_ONCE = 20;

interface Reading {
  /** Undefined where there is no such session. */
  session(id: SessionId): SessionRows | undefined;
  /** The files that a session names, each once. */
  blobs(id: SessionId): readonly Row[];
  messageCount(id: SessionId): number;
}

/** @throws SqliteError */
export function sessionReader(db: Database): Reading {
  const one = db.prepare<[string], Row>("SELECT * FROM chat_sessions WHERE id = ?");
  const ops = db.prepare<[string], Row>("SELECT * FROM chat_timeline_ops WHERE session_id = ? ORDER BY id");
  const page = db.prepare<[string, string, number], Row>(
    "SELECT * FROM chat_messages WHERE session_id = ? AND id > ? ORDER BY id LIMIT ?",
  );
  const count = db
    .prepare<[string], number>("SELECT count(*) FROM chat_messages WHERE session_id = ?")
    .pluck();
  const blobs = db.prepare<[object], Row>(BLOBS);
  const prepare = (sides: readonly Side[]) => {
    const all = sides.map(({ table, sql }) => [table, db.prepare<[object], Row>(sql)] as const);
    return (id: unknown): Beside =>
      Object.fromEntries(
        all
          .map(([table, statement]) => [table, statement.all({ id })] as const)
          .filter(([, rows]) => rows.length > 0),
      );
  };
  const [ofSession, ofOp] = [prepare(OF_SESSION), prepare(OF_OP)];
  const sides = OF_MESSAGE.map(({ table, sql }) => [table, db.prepare<[object], Row>(sql)] as const);
  const ownOf = (rows: readonly Row[]): Map<unknown, Record<string, Row[]>> => {
    const own = new Map<unknown, Record<string, Row[]>>(rows.map(({ id }) => [id, {}]));
    const ids = JSON.stringify(rows.map(({ id }) => id));
    for (const [table, statement] of sides)
      for (const row of statement.all({ ids })) {
        const tables = own.get(row.message_id);
        const found = tables?.[table];
        if (found !== undefined) found.push(row);
        else if (tables !== undefined) tables[table] = [row];
      }
    return own;
  };
  function* messages(id: SessionId): Iterable<Whole> {
    let last = "" as MessageId;
    for (;;) {
      const rows = page.all(id, last, AT_ONCE);
      const own = ownOf(rows);
      for (const row of rows) {
        last = row.id as MessageId;
        yield { row, own: own.get(row.id) ?? {} };
      }
      if (rows.length < AT_ONCE) return;
    }
  }
  return {
    messageCount: (id) => count.get(id) ?? 0,
    blobs: (id) => blobs.all({ id }),
    session: (id) => {
      const row = one.get(id);
      if (row === undefined) return undefined;
      return {
        row: { ...row, permissions_json: "[]" },
        own: ofSession(id),
        ops: ops.all(id).map((op) => ({ row: op, own: ofOp(op.id) })),
        messages: messages(id),
      };
    },
  };
}
