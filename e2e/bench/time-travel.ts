/** Going back and branching in a conversation of 10,000 messages, against what SQLite takes for the same rows by itself. */
import type Database from "better-sqlite3";
import { configure, openDatabase } from "../../src-main/store/database/connection";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import { sessionId } from "../fixtures/many-rows";
import { ownTime } from "../fixtures/own-time";
import { createCore, type OpenedDatabase, openDatabaseFolder } from "./core";
import { fillSessions } from "./fill";
import { atMost, interleaved, type Line, median, timed, timeRatio } from "./measure";

const ROUNDS = 12;
const MESSAGES = 10_000;

export async function timeTravel(): Promise<Line[]> {
  return [...(await branching()), ...(await rewinding())];
}

interface Filled {
  database: OpenedDatabase;
  session_id: SessionId;
  first: MessageId;
  last: MessageId;
}

async function filled(): Promise<Filled> {
  const database = await openDatabaseFolder();
  fillSessions(database.file, 0, 1, MESSAGES);
  const session_id = sessionId(0);
  const [first, ...others] = database.store.visibleMessages(session_id).map(({ id }) => id);
  const last = others.at(-1);
  if (first === undefined || last === undefined) throw new Error("nothing was filled in");
  return { database, session_id, first, last };
}

/**
 * The same rows by one statement a table, in one transaction of a connection that does nothing else: under the app's own pragmas, and
 * with ids that come after all that are there, as those of a branch do.
 */
function bareCopy(db: Database.Database, session_id: SessionId): () => void {
  const session = db.prepare(
    `INSERT INTO chat_sessions (id, agent, title, created_at, updated_at) SELECT ?, agent, title, 1, 1 FROM chat_sessions WHERE id = ?`,
  );
  const messages = db.prepare(
    `INSERT INTO chat_messages SELECT ${appended("id")}, @to, role, metadata_json, NULL, created_at, updated_at
     FROM chat_messages WHERE session_id = @from`,
  );
  const parts = db.prepare(
    `INSERT INTO chat_parts SELECT ${appended("id")}, ${appended("message_id")}, @to, "index", type, data_json,
       tool_call_id, tool_state, created_at, updated_at FROM chat_parts WHERE session_id = @from`,
  );
  let made = 0;
  return db.transaction(() => {
    // Two hex digits above those of any time until 2050.
    const later = (0x20 + made++).toString(16);
    const names = { later, from: session_id, to: `ses_${later}${session_id.slice(6)}` };
    session.run(names.to, session_id);
    messages.run(names);
    parts.run(names);
  }).immediate;
}

const appended = (id: string): string => `substr(${id}, 1, 4) || @later || substr(${id}, 7)`;

export async function branching(): Promise<Line[]> {
  const [ours, bare] = [await filled(), await filled()];
  const service = createCore(ours.database.store, ours.database.ids, () => 0);
  const db = openDatabase(bare.database.file);
  configure(db);
  const copy = bareCopy(db, bare.session_id);
  const bareRound = async (): Promise<number> => {
    const time = await timed(copy);
    // As the app's worker does after each branch.
    db.pragma("wal_checkpoint(TRUNCATE)");
    return time;
  };
  const { session_id: parent_session_id, last: from_message_id } = ours;
  let longest = 0;
  const branch = async (): Promise<void> => {
    const watch = watchThread();
    const { id } = await service.branch({ parent_session_id, from_message_id });
    longest = Math.max(longest, watch.stop());
    if (service.messages({ session_id: id, before: LAST, limit: 1 }).messages.length !== 1)
      throw new Error("the branch is empty");
  };
  const found = await interleaved(ROUNDS, { ours: () => timed(branch), bare: bareRound });
  db.close();
  await Promise.all([ours.database.close(), bare.database.close()]);
  return [
    timeRatio(
      "branching 10,000 messages / bare INSERT … SELECT of the same rows, appended, same pragmas",
      found.ours,
      found.bare,
      1.5,
    ),
    atMost("longest time the input thread was held meanwhile", longest, 16, " ms"),
  ];
}

/** Sorts after every id that is made here. */
const LAST = "msg_ffffffffffffffAAAAAAAAAAAA" as MessageId;

/** The longest that anything else on this thread had to wait, by its own time. */
function watchThread(): { stop(): number } {
  let [longest, last, watching] = [0, ownTime(), true];
  const look = (): void => {
    const now = ownTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  return {
    stop: () => {
      watching = false;
      return Math.max(longest, ownTime() - last);
    },
  };
}

async function rewinding(): Promise<Line[]> {
  const [ours, bare] = [await filled(), await filled()];
  const { store, ids } = ours.database;
  const { session_id, first } = ours;
  const db = openDatabase(bare.database.file);
  const update = db.prepare("UPDATE chat_messages SET hidden_at = ? WHERE session_id = ? AND id > ?");
  let hidden = false;
  const flip = (): void => {
    hidden = !hidden;
    update.run(hidden ? 1 : null, bare.session_id, bare.first);
  };
  let message_id: MessageId | undefined;
  const rewind = (): void => {
    message_id = ids.message();
    const answer = {
      session_id,
      message_id,
      start: { metadata: { finish_reason: "stop" as const } },
      parts: [],
      durable: false,
      now: 1,
    };
    store.rewindTurn({ session_id, op_id: ids.op(), after: first, answer, undo: "retry", now: 1 });
  };
  const restore = (undoes?: number): void => {
    const op_id = store.hiddenTurns(session_id)[0]?.op_id;
    if (op_id === undefined) throw new Error("nothing is hidden");
    store.unrewind({
      session_id,
      op_id,
      new_op_id: ids.op(),
      now: 1,
      ...(undoes === undefined ? {} : { undoes }),
    });
  };
  // As it is after a rewind that nobody has undone; the first of each round pays for rows that are not there yet.
  const forget = (): void => {
    const other = openDatabase(ours.database.file);
    other.exec(
      "DELETE FROM chat_timeline_ops; DELETE FROM undo_entries; UPDATE chat_messages SET hidden_at = NULL;",
    );
    other.prepare("DELETE FROM chat_messages WHERE id = ?").run(message_id);
    other.close();
  };
  const times: Record<"rewind" | "restore" | "undo", number[]> = { rewind: [], restore: [], undo: [] };
  const found = await interleaved(ROUNDS, {
    ours: async () => {
      times.rewind.push(await timed(rewind));
      times.restore.push(await timed(() => restore()));
      times.undo.push(await timed(() => restore(store.undoStep()?.id)));
      forget();
      return 0;
    },
    bare: () => timed(flip),
  });
  db.close();
  await Promise.all([ours.database.close(), bare.database.close()]);
  return Object.entries(times).map(([name, all]) =>
    timeRatio(`${name} over 10,000 messages / bare UPDATE of the same rows`, median(all), found.bare, 3),
  );
}
