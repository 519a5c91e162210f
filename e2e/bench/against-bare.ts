/**
 * The app's work on conversations of 10,000 messages, beside the statements that SQLite needs for the same rows. The bare side has the app's
 * own pragmas, ids that come after all that are there, and an equally warm cache.
 */
import type Database from "better-sqlite3";
import { configure, openDatabase } from "../../src-main/store/database/connection";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { type OpenedDatabase, openDatabaseFolder } from "./core";
import { interleaved } from "./measure";

/** Messages of a conversation. */
export const MESSAGES = 10_000;

export interface Conversation {
  session_id: SessionId;
  first: MessageId;
  last: MessageId;
}

/** One side: a database with conversations. */
export interface Filled {
  database: OpenedDatabase;
  conversations: Conversation[];
}

export interface Sides<Ours, Bare> {
  ours: () => Promise<Ours>;
  /** The bare side's log is emptied after each round, as the app's worker empties the other one. */
  bare: () => Promise<Bare>;
}

/** Makes a database with so many conversations for each side, measures the sides in turn, and removes both. */
export async function againstBare<Ours, Bare>(
  { rounds, conversations }: { rounds: number; conversations: number },
  sidesOf: (ours: Filled, bare: Filled, db: Database.Database) => Sides<Ours, Bare>,
): Promise<{ ours: Ours[]; bare: Bare[] }> {
  const [filled, bare] = [await fill(conversations), await fill(conversations)];
  const db = openDatabase(bare.database.file);
  configure(db);
  const sides = sidesOf(filled, bare, db);
  const found = await interleaved(rounds, {
    ours: sides.ours,
    bare: async () => {
      const measured = await sides.bare();
      emptyLog(bare);
      return measured;
    },
  });
  db.close();
  await Promise.all([filled.database.close(), bare.database.close()]);
  return found;
}

async function fill(sessions: number): Promise<Filled> {
  const database = await openDatabaseFolder({ sessions, messages: MESSAGES });
  const db = openDatabase(database.file, { readonly: true });
  const query = `SELECT session_id, min(id) AS first, max(id) AS last FROM chat_messages GROUP BY session_id`;
  const conversations = db.prepare<[], Conversation>(query).all();
  db.close();
  return { database, conversations };
}

/** Empties the log by another connection: every round begins with an empty log. */
function emptyLog({ database }: Filled): void {
  const db = openDatabase(database.file);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

/** A conversation that no round has touched yet. */
export function next({ conversations }: Filled): Conversation {
  const conversation = conversations.shift();
  if (conversation === undefined) throw new Error("There are fewer conversations than rounds.");
  return conversation;
}

/** As long as `work` runs, commits of this connection are synced, as the app's are where a user waits for them (SV-9). */
export function synced(db: Database.Database, work: () => void): void {
  db.pragma("synchronous = FULL");
  work();
  db.pragma("synchronous = NORMAL");
}
