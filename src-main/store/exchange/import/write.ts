/**
 * Writes imported sessions, a few rows a transaction, so that nobody waits. Until all of the import is there, each is a partial session: no
 * list shows it, and the next start removes what a kill has left. One transaction makes all of them part of the library.
 */
import type { Database, Statement } from "better-sqlite3";
import { shortenLog } from "../../database/long-log";
import { withImportedFrom } from "../origin";
import { isTrashed, type Row } from "../session-rows";
import type { Columns } from "./check";
import type { RowItem } from "./items";
import { moved } from "./new-ids";
import { FORGET_EMPTY, type ImportRecord } from "./record";

/** A session as it was imported: its new id, and the number that moves the ids of its rows. */
export interface Renewed {
  id: string;
  move: number;
}

/** The sessions of an import by the ids that they have in it, those that were there already included. */
export type Sessions = ReadonlyMap<string, Renewed>;

/** Characters and rows of a transaction: a few milliseconds. */
const MOST_CHARACTERS = 256 * 1024;
const MOST_ROWS = 200;
const POINTERS =
  /"(tail_start_id|op_id|message_id|summary_id|copied_through|session_id)":"((?:ses|msg|top)_[0-9a-f]{14}[0-9A-Za-z]{12})"/g;

const sum = (name: string): string =>
  `(SELECT coalesce(sum(metadata_json ->> '$.usage.${name}'), 0) FROM chat_messages
    WHERE session_id = @id AND role = 'assistant' AND hidden_at IS NULL)`;
/** TK-2: the sums of a session from a format that has none. */
const SUMS = `UPDATE chat_sessions SET prompt_tokens = ${sum("input")}, completion_tokens = ${sum("output")},
  cache_read = ${sum("cache_read")}, cache_write = ${sum("cache_write")},
  total_tokens = ${sum("input")} + ${sum("output")} + ${sum("cache_read")} + ${sum("cache_write")} WHERE id = @id`;

/** A row with its new ids, and the columns that the file has of it. */
interface NewRow {
  table: string;
  names: readonly string[];
  values: readonly Row[string][];
}

export class Writer {
  private readonly statements = new Map<
    string,
    { names: readonly string[]; statement: Statement<unknown[]> }
  >();
  private pending: NewRow[] = [];
  private size = 0;
  private sums: Statement<unknown[]> | undefined;
  private session = "";
  private readonly begun: { id: string; deleted_at: number | null }[] = [];
  /** Sessions without sums, of which the last row is written or pending. */
  private unsummed: string[] = [];
  private sumless: string | undefined;

  constructor(
    private readonly db: Database,
    private readonly columns: Columns,
    private readonly sessions: Sessions,
    private readonly now: number,
    private readonly record?: ImportRecord,
  ) {}

  /** Takes a checked item. Returns true where a transaction was written. */
  take(item: RowItem): boolean {
    if (item.is === "session") this.takeSession(item);
    else if (item.is === "row") this.add(item.table, item.row);
    else {
      this.add(item.is === "op" ? "chat_timeline_ops" : "chat_messages", item.row);
      for (const [table, rows] of Object.entries(item.own)) for (const row of rows) this.add(table, row);
    }
    if (this.size < MOST_CHARACTERS && this.pending.length < MOST_ROWS) return false;
    this.flush();
    return true;
  }

  private takeSession({ row, origin }: RowItem & { is: "session" }): void {
    this.endSession();
    this.session = String(row.id);
    const id = this.sessions.get(this.session)?.id ?? "";
    const metadata = String(row.metadata_json);
    // A session that keeps its id is known by it.
    const metadata_json = id === origin ? metadata : withImportedFrom(metadata, origin);
    const hidden = { ...row, metadata_json, permissions_json: "[]", deleted_at: this.now };
    this.add("chat_sessions", hidden);
    this.pending.push({ table: "partial_sessions", names: ["session_id", "since"], values: [id, this.now] });
    const deleted_at = isTrashed(row) ? Number(row.deleted_at) : null;
    this.begun.push({ id, deleted_at });
    this.pending.push(...(this.record?.rowsOf(id, deleted_at) ?? []));
    this.sumless = "prompt_tokens" in row ? undefined : id;
  }

  private endSession(): void {
    if (this.sumless !== undefined) this.unsummed.push(this.sumless);
    this.sumless = undefined;
  }

  private add(table: string, row: Row): void {
    // Bytes are told by the files that come with them.
    if (table === "blobs" || this.columns(table).length === 0) return;
    if (!this.standsBesideOne(table, row)) return;
    const renewed = this.renew(table, row);
    this.pending.push(renewed);
    for (const value of renewed.values) this.size += typeof value === "string" ? value.length : 8;
  }

  flush(): void {
    const [rows, unsummed] = [this.pending, this.unsummed];
    [this.pending, this.size, this.unsummed] = [[], 0, []];
    this.sums ??= this.db.prepare(SUMS);
    const { sums } = this;
    const insert = this.db.transaction(() => {
      for (const row of rows) this.insert(row);
      for (const id of unsummed) sums.run({ id });
    });
    insert.immediate();
    shortenLog(this.db);
  }

  /** Makes all of an import part of the library, or nothing; it is shown after that. Returns its entry of the undo history. */
  publishImport(record: ImportRecord): number | undefined {
    this.endSession();
    this.flush();
    const [first] = this.begun;
    return first && record.publish(first.id);
  }

  /** Shows all of a few sessions, or none, in one transaction. */
  publish(): void {
    this.endSession();
    this.flush();
    const show = this.db.prepare("UPDATE chat_sessions SET deleted_at = ? WHERE id = ?");
    const whole = this.db.prepare("DELETE FROM partial_sessions WHERE session_id = ?");
    this.db
      .transaction(() => {
        for (const { id, deleted_at } of this.begun) {
          show.run(deleted_at, id);
          whole.run(id);
        }
      })
      .immediate();
  }

  /** Removes what was written, a few messages a transaction. */
  remove(): void {
    this.pending = [];
    const some = this.db.prepare(
      "DELETE FROM chat_messages WHERE id IN (SELECT id FROM chat_messages WHERE session_id = ? LIMIT 100)",
    );
    const session = this.db.prepare("DELETE FROM chat_sessions WHERE id = ?");
    const drafts = this.db.prepare("DELETE FROM place_drafts WHERE session_id = ?");
    const forget = this.db.prepare(FORGET_EMPTY);
    const last = this.db.transaction((id: string) => {
      session.run(id);
      drafts.run(id);
      forget.run();
    });
    for (const { id } of this.begun) {
      while (some.run(id).changes > 0) shortenLog(this.db);
      last.immediate(id);
    }
  }

  private insert({ table, names, values }: NewRow): void {
    this.statementFor(table, names).run(...values);
  }

  /** The rows of a table have the same columns, but for files of another version. */
  private statementFor(table: string, names: readonly string[]): Statement<unknown[]> {
    const key = `${table} ${names.length}`;
    const known = this.statements.get(key);
    if (known?.names.every((name, at) => name === names[at])) return known.statement;
    const statement = this.db.prepare<unknown[]>(
      // A prompt that is there already is the same one: its hash is its key.
      `INSERT ${table.startsWith("system_prompt") ? "OR IGNORE " : ""}INTO ${table} (${names.map((name) => `"${name}"`).join()})
       VALUES (${names.map(() => "?").join()})`,
    );
    this.statements.set(key, { names, statement });
    return statement;
  }

  /** The row with its new ids. */
  private renew(table: string, row: Row): NewRow {
    const names: string[] = [];
    const values: Row[string][] = [];
    for (const { name, type } of this.columns(table)) {
      const value = row[name];
      if (value === undefined || (name === "id" && type === "INTEGER")) continue;
      names.push(name);
      values.push(typeof value === "string" ? this.renewText(name, value, row) : value);
    }
    return { table, names, values };
  }

  /** False where what the row stands beside is not there. */
  private standsBesideOne(table: string, row: Row): boolean {
    if (table !== "session_asides" && table !== "session_tasks") return true;
    return this.isThere(this.linked(String(row.beside_id ?? row.parent_id)));
  }

  private renewText(column: string, value: string, row: Row): string {
    if (column === "parent_message_id") return this.linkedMessage(row.parent_id, value);
    if (column.endsWith("_json")) return this.repointed(value);
    return ID_COLUMNS.includes(column) ? this.renewId(value) : value;
  }

  private renewId(id: string): string {
    if (id.startsWith("ses_")) return this.linked(id);
    const move = this.sessions.get(this.session)?.move ?? 0;
    return moved(id, move);
  }

  private linked(session_id: string): string {
    return this.sessions.get(session_id)?.id ?? session_id;
  }

  private linkedMessage(parent_id: unknown, message_id: string): string {
    const parent = this.sessions.get(String(parent_id));
    return parent === undefined ? message_id : moved(message_id, parent.move);
  }

  private isThere(session_id: unknown): boolean {
    const known = [...this.sessions.values()].some(({ id }) => id === session_id);
    return known || this.db.prepare("SELECT 1 FROM chat_sessions WHERE id = ?").get(session_id) !== undefined;
  }

  private repointed(json: string): string {
    return json.replace(POINTERS, (_, field: string, id: string) => `"${field}":"${this.renewId(id)}"`);
  }
}

const ID_COLUMNS: readonly string[] = [
  ...["id", "session_id", "message_id", "op_id", "after_id", "target", "parent_id", "beside_id"],
];
