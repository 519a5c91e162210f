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
/** True for the row of a session that is in the trash. A format without a trash has no such column. */
export const isTrashed = ({ deleted_at }: Row): boolean => typeof deleted_at === "number";
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
  /** The session's ops, each with the place where its timeline parts (RW-3). */
  ops: readonly Whole[];
  /** In the order of their ids, hidden ones too; each with its parts. To be read once. */
  messages: Iterable<Whole>;
  /** The prompts and files that it names. To be read after its messages, which name them. */
  named(): Beside;
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

/** The files of waiting messages or drafts of several sessions, as JSON lists of references. */
const listed = (column: string, table: string): string =>
  `SELECT j.value ->> '$.sha256' FROM ${table} t, json_each(CASE WHEN json_valid(${column}) THEN ${column} END${table === "chat_queue" ? ", '$.attachments'" : ""}) j
    WHERE t.session_id IN (SELECT value FROM json_each(@ids))`;

const blobsOf = (hashes: string): string => `SELECT sha256, media_type, size FROM blobs WHERE sha256 IN (
    ${hashes} UNION ${listed("data_json", "chat_queue")} UNION ${listed("files_json", "place_drafts")}) ORDER BY sha256`;

/** The plus keeps SQLite from looking at all parts of the sessions: an index has the few that are files. */
const BLOBS = blobsOf(
  `SELECT substr(${BLOB_URL}, 6) FROM chat_parts WHERE +session_id IN (SELECT value FROM json_each(@ids)) AND ${BLOB_PART}`,
);

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
];

const LISTED = (name: string): string => `(SELECT value FROM json_each(@${name}))`;

/** The rows that the messages of a session name: by `@digests` and `@hashes` as JSON, and by the session as `@ids`. */
export const NAMED: readonly Side[] = [
  {
    table: "system_prompts",
    sql: `SELECT * FROM system_prompts WHERE digest IN ${LISTED("digests")} ORDER BY digest`,
  },
  {
    table: "system_prompt_sections",
    sql: `SELECT * FROM system_prompt_sections WHERE digest IN (SELECT j.value ->> '$.digest'
      FROM system_prompts s, json_each(s.sections_json) j WHERE s.digest IN ${LISTED("digests")}) ORDER BY digest`,
  },
  { table: "blobs", sql: blobsOf("SELECT value FROM json_each(@hashes)") },
];

/** Most tables have nothing for most messages: one look tells so for all of them. */
const ofMessages = (table: string, order = "message_id", from = table): Side => ({
  table,
  sql: `SELECT * FROM ${from} WHERE EXISTS (SELECT 1 FROM ${table} WHERE message_id BETWEEN @first AND @last)
    AND message_id IN (SELECT value FROM json_each(@ids)) ORDER BY ${order}`,
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
const AT_ONCE = 200;

interface Reading {
  /** Undefined where there is no such session. */
  session(id: SessionId): SessionRows | undefined;
  /** The files that sessions name, each once. */
  blobs(ids: readonly SessionId[]): readonly Row[];
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
    return (values: object): Beside =>
      Object.fromEntries(
        all
          .map(([table, statement]) => [table, statement.all(values)] as const)
          .filter(([, rows]) => rows.length > 0),
      );
  };
  const [ofSession, ofOp, named] = [prepare(OF_SESSION), prepare(OF_OP), prepare(NAMED)];
  const sides = OF_MESSAGE.map(({ table, sql }) => [table, db.prepare<[object], Row>(sql)] as const);
  function* messages(id: SessionId, names: Names): Iterable<Whole> {
    let last = "" as MessageId;
    for (;;) {
      const rows = page.all(id, last, AT_ONCE);
      const first = rows[0]?.id;
      last = rows.at(-1)?.id as MessageId;
      const values = { ids: JSON.stringify(rows.map((row) => row.id)), first, last };
      const beside: RowsBeside[] = [];
      try {
        // Each reads its first row here. One that fails must leave none of the others open: the connection could not close.
        for (const [table, statement] of sides) beside.push(new RowsBeside(table, statement.iterate(values)));
        for (const row of rows) {
          const whole = { row, own: ownOf(row.id, beside) };
          names.take(whole);
          yield whole;
        }
      } finally {
        for (const one of beside) one.close();
      }
      if (rows.length < AT_ONCE) return;
    }
  }
  return {
    messageCount: (id) => count.get(id) ?? 0,
    blobs: (ids) => blobs.all({ ids: JSON.stringify(ids) }),
    session: (id) => {
      const row = one.get(id);
      if (row === undefined) return undefined;
      const names = new Names();
      return {
        row: { ...row, permissions_json: "[]" },
        own: ofSession({ id }),
        ops: ops.all(id).map((op) => ({ row: op, own: ofOp({ id: op.id }) })),
        messages: messages(id, names),
        named: () => named({ ids: JSON.stringify([id]), ...names.listed() }),
      };
    },
  };
}

/** Names more than there are do no harm: only those that have a row are read. */
const DIGEST = /"system_prompt_digest"\s*:\s*"([^"\\]+)"/;
const BLOB = /"url"\s*:\s*"blob:([0-9a-f]{64})"/g;

/** Collects the names of the prompts that answers were given (SP-2), and those of files. */
class Names {
  private readonly digests = new Set<string>();
  private readonly hashes = new Set<string>();

  take({ row, own }: Whole): void {
    const [, digest] = DIGEST.exec(String(row.metadata_json)) ?? [];
    if (digest !== undefined) this.digests.add(digest);
    for (const { type, data_json } of own.chat_parts ?? []) {
      if (type !== "file") continue;
      for (const [, hash = ""] of String(data_json).matchAll(BLOB)) this.hashes.add(hash);
    }
  }

  listed() {
    return { digests: JSON.stringify([...this.digests]), hashes: JSON.stringify([...this.hashes]) };
  }
}

/** The rows of one table that belong to several messages, in the order of these: read as far as the message at hand. */
class RowsBeside {
  private next: Row | undefined;

  constructor(
    readonly table: string,
    private readonly rows: IterableIterator<Row>,
  ) {
    this.next = rows.next().value;
  }

  take(message_id: unknown): readonly Row[] {
    const taken: Row[] = [];
    for (; this.next !== undefined && this.next.message_id === message_id; this.next = this.rows.next().value)
      taken.push(this.next);
    return taken;
  }

  /** An open statement would keep the connection from closing. */
  close(): void {
    this.rows.return?.();
  }
}

function ownOf(message_id: unknown, beside: readonly RowsBeside[]): Beside {
  const own: Record<string, readonly Row[]> = {};
  for (const one of beside) {
    const rows = one.take(message_id);
    if (rows.length > 0) own[one.table] = rows;
  }
  return own;
}
