/**
 * The file of the search index, `search.db`, beside the database. All of it can be made anew from the database: a damaged file, or one of
 * another version, is deleted and begun again.
 */
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Database } from "better-sqlite3";
import { openDatabase } from "../database/connection";
import { isDamage } from "../database/errors";
import { preparePrivately } from "../database/folder";

/** Another number makes all indexes anew. Raise it with every change of the word rule, of the fields or of their texts. */
const VERSION = 1;
/** Bytes. The pages of FTS5 itself are about this large. */
const PAGE_SIZE = 4096;
const CACHE_KIB = 16 * 1024;

/** In this order: FTS5 spends two bytes more on each word of a field that is not the first. */
export const FIELDS = ["answer", "tool", "question", "reasoning", "file", "title"] as const;

/**
 * `docs` names what each document of the index is: a message or, for its title, a session. The newest has the largest number, so that the
 * index itself returns the newest first. `state` is what was indexed: of a settled message `SETTLED`, of another the bytes that it had
 * then, of a session a sum of its title.
 */
const SCHEMA = [
  "CREATE TABLE docs (doc INTEGER PRIMARY KEY NOT NULL, id TEXT NOT NULL UNIQUE, state INTEGER NOT NULL)",
  // Without a copy of the texts. Our own words come in as tokens between spaces, and ASCII's rule leaves them as they are.
  `CREATE VIRTUAL TABLE words USING fts5(${FIELDS.join(", ")}, content='', contentless_delete=1, tokenize='ascii')`,
];

export const SETTLED = -1;

export const searchFile = (file: string): string => join(dirname(file), "search.db");

/** Opens or makes the index. @throws SqliteError where the disk fails */
export function openIndex(path: string): Database {
  preparePrivately(path);
  try {
    const db = openOne(path);
    if (db !== undefined) return db;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  deleteIndex(path);
  return openIndex(path);
}

export function deleteIndex(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

/** Undefined where the file is of another version. */
function openOne(path: string): Database | undefined {
  const db = openDatabase(path);
  try {
    const version = Number(db.pragma("user_version", { simple: true }));
    const isEmpty = db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    if (!isEmpty && version !== VERSION) {
      db.close();
      return undefined;
    }
    if (isEmpty) db.pragma(`page_size = ${PAGE_SIZE}`);
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    db.pragma("journal_size_limit = 0");
    db.pragma(`cache_size = -${CACHE_KIB}`);
    if (isEmpty) {
      db.transaction(() => {
        for (const statement of SCHEMA) db.exec(statement);
        db.pragma(`user_version = ${VERSION}`);
      }).immediate();
    }
    db.exec("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'words', 'instance')");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
