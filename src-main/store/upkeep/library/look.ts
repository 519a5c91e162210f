/** Reads a backup without writing a byte: its sessions, and the messages of one as text. Understands the backups of older versions. */
import { closeSync, openSync, readSync } from "node:fs";
import type { Database } from "better-sqlite3";
import type { BackupContent, BackupPage, BackupTurn } from "../../../../src-preload/contract/domain/backups";
import { hasWords, wordsOf } from "../../../../src-preload/contract/domain/fold-title";
import type { MessageId, SessionId } from "../../../../src-preload/contract/domain/ids";
import { openDatabase } from "../../database/connection";
import { SCHEMA_VERSION, userVersion } from "../../database/migrate";
import { type ReadablePart, readable } from "../../exchange/readable";
import type { Row, Whole } from "../../exchange/session-rows";

/** Sessions that one look returns. */
const MOST_SESSIONS = 200;
/** A page ends with the message that reaches one of these. */
const PAGE_MESSAGES = 100;
const PAGE_CHARACTERS = 200_000;
/** Characters of one part that are shown. */
const MOST_OF_A_PART = 100_000;

/** The file is no backup of Braid, one of a newer version, or a damaged one. */
export class NoBackup extends Error {
  constructor(readonly code: "NO_BACKUP" | "NEWER_BACKUP" | "DAMAGED_BACKUP") {
    super(code);
  }
}

const HEADER = 20;

/**
 * Every backup is one file without a log: to read another one, SQLite would make files beside it.
 * @throws NoBackup; the file system's error
 */
export function refuseOthers(file: string): void {
  const header = Buffer.alloc(HEADER);
  const handle = openSync(file, "r");
  try {
    readSync(handle, header, 0, HEADER, 0);
  } finally {
    closeSync(handle);
  }
  const isPlain = header[18] === 1 && header[19] === 1;
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0" || !isPlain) throw new NoBackup("NO_BACKUP");
}

/** Opens a backup for reading alone. @throws NoBackup, SqliteError; the file system's error */
export function openBackup(file: string): Database {
  refuseOthers(file);
  const db = openDatabase(file, { readonly: true, must_exist: true });
  try {
    const isOurs = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'chat_sessions'").get() !== undefined;
    if (!isOurs) throw new NoBackup("NO_BACKUP");
    if (userVersion(db) > SCHEMA_VERSION) throw new NoBackup("NEWER_BACKUP");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Calls `read` with the backup, open for reading alone. @throws as `openBackup` */
export function reading<T>(file: string, read: (db: Database) => T): T {
  const db = openBackup(file);
  try {
    return read(db);
  } finally {
    db.close();
  }
}

/** The tables of the sessions that no list of sessions shows: half made ones, sidecars and helpers. An older backup lacks some. */
const UNLISTED = ["partial_sessions", "session_asides", "session_tasks"];

/** SQL: the sessions that the list would show, archived ones too. The same rule as `sessionList`. */
export function listedSql(db: Database): string {
  const tables = db
    .prepare<[string], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))",
    )
    .pluck()
    .all(JSON.stringify(UNLISTED));
  const others = tables.map((table) => ` AND id NOT IN (SELECT session_id FROM ${table})`);
  return `FROM chat_sessions WHERE deleted_at IS NULL${others.join("")}`;
}

/** The number of sessions that the list would show. */
export const countSessions = (file: string): number =>
  reading(file, (db) =>
    Number(
      db
        .prepare(`SELECT count(*) ${listedSql(db)}`)
        .pluck()
        .get(),
    ),
  );

/** The sessions whose titles have all of the words, the last changed first. */
export function lookInto({ backup, words }: { backup: string; words: string }): BackupContent {
  const wanted = wordsOf(words);
  return reading(backup, (db) => {
    const found = db
      .prepare<[], { session_id: SessionId; title: string; updated_at: number }>(
        `SELECT id AS session_id, title, updated_at ${listedSql(db)} ORDER BY updated_at DESC, id DESC`,
      )
      .all()
      .filter(({ title }) => hasWords(title, undefined, wanted));
    const count = db
      .prepare<[string], number>("SELECT count(*) FROM chat_messages WHERE session_id = ?")
      .pluck();
    const sessions = found
      .slice(0, MOST_SESSIONS)
      .map((one) => ({ ...one, messages: count.get(one.session_id) ?? 0 }));
    return { sessions, total: found.length };
  });
}

export interface ReadInput {
  backup: string;
  session_id: SessionId;
  after: MessageId | undefined;
}

const EVERYTHING = { hidden: true, sidecars: false, reasoning: true, tools: true, attachments: true };

/** A page of a session's messages, hidden ones too. */
export function readSession({ backup, session_id, after }: ReadInput): BackupPage {
  return reading(backup, (db) => {
    const turns: BackupTurn[] = [];
    let characters = 0;
    for (const whole of messagesOf(db, session_id, after ?? "")) {
      const turn = turnOf(whole);
      turns.push(turn);
      characters += turn.parts.reduce((sum, { text }) => sum + text.length, 0);
      if (turns.length < PAGE_MESSAGES && characters < PAGE_CHARACTERS) continue;
      return { turns, next: turn.message_id };
    }
    return { turns };
  });
}

function* messagesOf(db: Database, session_id: SessionId, after: string): Iterable<Whole> {
  const rows = db
    .prepare<[string, string, number], Row>(
      "SELECT * FROM chat_messages WHERE session_id = ? AND id > ? ORDER BY id LIMIT ?",
    )
    .all(session_id, after, PAGE_MESSAGES);
  const parts = db.prepare<[unknown], Row>(
    'SELECT * FROM chat_parts_view WHERE message_id = ? ORDER BY "index"',
  );
  for (const row of rows) yield { row, own: { chat_parts: parts.all(row.id) } };
}

function turnOf(whole: Whole): BackupTurn {
  const { id, role, created_at, hidden_at } = whole.row;
  const session = { row: {}, own: {}, ops: [], messages: [whole] };
  // A message without any words is shown all the same.
  const [said] = [...readable(session, EVERYTHING).messages];
  return {
    message_id: id as MessageId,
    role: String(role),
    created_at: Number(created_at),
    hidden: hidden_at !== null,
    ...(said?.model === undefined ? {} : { model: said.model }),
    parts: (said?.parts ?? []).map((part) => ({ is: part.is, text: textOf(part).slice(0, MOST_OF_A_PART) })),
  };
}

function textOf(part: ReadablePart): string {
  switch (part.is) {
    case "tool":
      return [part.name, part.input, part.output].filter((text) => text !== "").join("\n");
    case "file":
      return part.name === "" ? part.media_type : part.name;
    case "unknown":
      return part.json;
    case "imported":
      return [part.name, part.text].filter((text) => text).join("\n");
    default:
      return part.text;
  }
}
