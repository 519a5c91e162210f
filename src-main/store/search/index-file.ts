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

/** Another number makes all indexes anew. Raise it with every change of the word rule, of the fields, of their texts or of their order. */
const VERSION = 4;
/** Bytes. The pages of FTS5 itself are about this large. */
const PAGE_SIZE = 4096;
const CACHE_KIB = 16 * 1024;

/**
 * A message has a document for each of these zones in which it has words. Not columns of one document: FTS5 spends two bytes more on each
 * word of a column that is not the first.
 */
export const ZONES = ["said", "tool", "reasoning", "file", "label"] as const;
export type Zone = (typeof ZONES)[number];

/** The first message's number: older ones, that are found later, get smaller numbers. Titles stand before all messages. */
export const FIRST_DOC = 50_000_000;
export const FIRST_TITLE = 200_000_000;
/** Each import of older messages takes new numbers for the newer ones. An index that has come so far is made anew. */
const MOST_DOC = 125_000_000;

/** The row of a zone in `words`. */
export const rowOf = (doc: number, zone: Zone): number => doc * ZONES.length + ZONES.indexOf(zone);
export const zoneOfRow = (row: number): Zone => ZONES[row % ZONES.length] ?? "said";

/**
 * `docs` names the messages, and the sessions whose titles are found, by their keys (`keys.ts`). The newest has the largest number, so that
 * the index itself returns the newest first. `state` is what was indexed: of a settled message `settledWith` its labels, of another the
 * bytes that it had then, of a session a sum of its title.
 */
const SCHEMA = [
  "CREATE TABLE docs (doc INTEGER PRIMARY KEY NOT NULL, key BLOB NOT NULL UNIQUE, state INTEGER NOT NULL)",
  // Without a copy of the texts. Our own words come in as tokens between spaces, and ASCII's rule leaves them as they are.
  "CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize='ascii')",
];

/** The state of a settled message without labels. */
export const SETTLED = -1;
/** The state of a settled message: negative, and another one after each change of its labels. */
export const settledWith = (labels: readonly string[]): number =>
  labels.length === 0 ? SETTLED : SETTLED - 1 - sumOf(JSON.stringify(labels));

/** A sum that tells one text from another (FNV-1a, 32 bits). */
export function sumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

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

/** Undefined where the file is of another version, or is short of numbers. */
function openOne(path: string): Database | undefined {
  const db = openDatabase(path);
  try {
    const version = Number(db.pragma("user_version", { simple: true }));
    const isEmpty = db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined;
    if (!isEmpty && (version !== VERSION || isShortOfNumbers(db))) {
      db.close();
      return undefined;
    }
    if (isEmpty) {
      db.pragma(`page_size = ${PAGE_SIZE}`);
      db.pragma("auto_vacuum = INCREMENTAL");
    }
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

const isShortOfNumbers = (db: Database): boolean =>
  db.prepare("SELECT 1 FROM docs WHERE doc BETWEEN ? AND ?").get(MOST_DOC, FIRST_TITLE - 1) !== undefined;
