/** Checks what a file says before a row of it is written: each failure is told with its line. */
import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import { NAMED, OF_MESSAGE, OF_OP, OF_SESSION, type Row } from "../session-rows";
import { Broken, because } from "./broken";
import type { Item } from "./items";
import { isSoundObject } from "./json-elements";
import { assertId, timeInIds } from "./new-ids";

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

const tablesIn = (sides: readonly { table: string }[]): readonly string[] => sides.map(({ table }) => table);
const OWN = {
  session: tablesIn([...OF_SESSION, ...NAMED]),
  op: tablesIn(OF_OP),
  message: tablesIn(OF_MESSAGE),
};
const TABLES = [
  "chat_sessions",
  "chat_timeline_ops",
  "chat_messages",
  ...OWN.session,
  ...OWN.op,
  ...OWN.message,
];
/** Columns that hold a JSON object, whose indexes SQLite could not build otherwise. */
const OBJECTS: readonly string[] = ["metadata_json", "data_json", "usage_json"];
const ROLES: readonly unknown[] = ["user", "assistant", "system"];
/** The largest date of JavaScript, in milliseconds. */
const LAST_DATE = 8.64e15;
const A_DAY_MS = 24 * 60 * 60 * 1000;

export interface Checker {
  /** @throws Broken */
  check(item: Item): void;
}

/** The columns of the tables that an import may write; none for every other table. */
export type Columns = (table: string) => readonly Column[];

export function columnsOf(db: Database): Columns {
  const known = new Map<string, readonly Column[]>(
    TABLES.map((table) => [table, db.pragma(`table_info("${table}")`) as Column[]]),
  );
  return (table) => known.get(table) ?? [];
}

/** Checks one session, from its first row to its last. */
export function createChecker(columns: Columns, now: number): Checker {
  const latest = timeInIds(now + A_DAY_MS);
  const ops = new Set<unknown>();
  let session: unknown;
  let last = "";
  const checkRow = (table: string, row: Row, line: number): void => {
    for (const column of columns(table)) checkValue(table, column, row[column.name], line);
    if ("session_id" in row && row.session_id !== session) throw new Broken(because("strange-session"), line);
  };
  const checkOwnRow = (item: Item & { is: "op" | "message" }, table: string, row: Row): void => {
    checkRow(table, row, item.line);
    const parent = item.is === "op" ? row.op_id : row.message_id;
    if (parent !== item.row.id) throw new Broken(because("strange-parent"), item.line);
    if (table === "chat_parts") assertId(row.id, latest, item.line);
    if (table === "chat_message_hides" && !ops.has(row.op_id)) throw new Broken(because("no-op"), item.line);
  };
  const checkOwn = (item: Item & { is: "op" | "message" }): void => {
    for (const [table, rows] of Object.entries(item.own))
      if (OWN[item.is].includes(table)) for (const row of rows) checkOwnRow(item, table, row);
  };
  const checkOp = (item: Item & { is: "op" }): void => {
    const id = assertId(item.row.id, latest, item.line);
    checkRow("chat_timeline_ops", item.row, item.line);
    if (ops.has(id)) throw new Broken(because("twice", { id }), item.line);
    ops.add(id);
    checkOwn(item);
  };
  const checkMessage = (item: Item & { is: "message" }): void => {
    const id = assertId(item.row.id, latest, item.line);
    checkRow("chat_messages", item.row, item.line);
    // Ascending ids need no memory of those before them.
    if (id <= last) throw new Broken(because("twice", { id }), item.line);
    last = id;
    if (!ROLES.includes(item.row.role)) throw new Broken(because("role"), item.line);
    checkOwn(item);
  };
  return {
    check: (item) => {
      if (item.is === "op") checkOp(item);
      else if (item.is === "message") checkMessage(item);
      else if (item.is === "session") {
        session = assertId(item.row.id, latest, item.line);
        checkRow("chat_sessions", item.row, item.line);
      } else if (item.is === "row" && item.table !== "blobs" && OWN.session.includes(item.table)) {
        checkRow(item.table, item.row, item.line);
        checkText(item.table, item.row, item.line);
      }
    },
  };
}

function checkValue(table: string, column: Column, value: Row[string] | undefined, line: number): void {
  const { name, type, dflt_value } = column;
  // A number without a meaning outside of its database is given anew.
  if (name === "id" && type === "INTEGER") return;
  if (value === undefined && dflt_value !== null) return;
  if (!isValue(column, value)) throw new Broken(because("value", { table, name }), line);
}

function isValue({ name, type, notnull }: Column, value: Row[string] | undefined): boolean {
  if (value === undefined || value === null) return notnull !== 1;
  if (type === "TEXT" && typeof value !== "string") return false;
  if (type === "INTEGER" && !(Number.isSafeInteger(value) && Math.abs(Number(value)) <= LAST_DATE))
    return false;
  if (type === "REAL" && !Number.isFinite(value)) return false;
  return !OBJECTS.includes(name) || isSoundObject(String(value));
}

/** A text that is known by its hash must be the one of that hash: everybody's prompts share the table. */
function checkText(table: string, row: Row, line: number): void {
  if (table !== "system_prompt_sections") return;
  const text = JSON.parse(String(row.text_json)) as unknown;
  const hash = createHash("sha256").update(String(text), "utf8").digest("hex");
  if (hash !== row.digest) throw new Broken(because("hash"), line);
}
