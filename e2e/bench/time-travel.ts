/** Compares branching and going back in a conversation of 10,000 messages with what SQLite takes for the same rows by itself. */
import type Database from "better-sqlite3";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { againstBare, type Conversation, MESSAGES, next, synced } from "./against-bare";
import { createCore, type OpenedDatabase } from "./core";
import { type Line, never, timeRatio } from "./lines";
import { type Clocks, timed, watchThread } from "./measure";

const ROUNDS = 12;

export async function timeTravel(): Promise<Line[]> {
  return [...(await branching()), ...(await rewinding())];
}

/** Copies the same rows by one statement a table, in one transaction of a connection that does nothing else. */
function bareCopy(db: Database.Database, { session_id }: Conversation): () => void {
  const session = db.prepare(
    `INSERT INTO chat_sessions (id, agent, title, created_at, updated_at) SELECT ?, agent, title, 1, 1 FROM chat_sessions WHERE id = ?`,
  );
  const messages = db.prepare(
    `INSERT INTO chat_messages (id, session_id, role, metadata_json, hidden_at, created_at, updated_at)
       SELECT ${appended("id")}, @to, role, metadata_json, NULL, created_at, updated_at
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

/** The same conversation each round: the copies stand beside it. */
async function branching(): Promise<Line[]> {
  const found = await againstBare({ rounds: ROUNDS, conversations: 1 }, (ours, bare, db) => {
    const service = createCore(ours.database);
    const copy = bareCopy(db, next(bare));
    const { session_id: parent_session_id, last: from_message_id } = next(ours);
    return {
      ours: async () => {
        let branch: SessionId | undefined;
        let held: Clocks = { wall: 0, cpu: 0 };
        const time = await timed(async () => {
          const watch = watchThread();
          branch = (await service.branches.branch({ parent_session_id, from_message_id })).id;
          held = watch.stop();
        });
        if (branch === undefined || ours.database.store.visibleMessages(branch).length !== MESSAGES)
          throw new Error("The branch is not whole.");
        await ours.database.settled();
        return { time, held };
      },
      bare: () => timed(copy),
    };
  });
  return [
    timeRatio(
      "branching 10,000 messages / bare INSERT … SELECT of the same rows",
      found.ours.map(({ time }) => time),
      found.bare,
      1.5,
    ),
    never(
      "time the input thread is held while 10,000 messages are branched",
      found.ours.map(({ held }) => held),
      16,
    ),
  ];
}

/** A conversation a round: each verb meets rows that it has not met before, and so does the bare update in its place. */
async function rewinding(): Promise<Line[]> {
  const found = await againstBare({ rounds: ROUNDS, conversations: ROUNDS + 1 }, (ours, bare, db) => {
    const update = db.prepare("UPDATE chat_messages SET hidden_at = ? WHERE session_id = ? AND id > ?");
    return {
      ours: async () => {
        const { rewind, restore } = verbsOn(ours.database, next(ours));
        const times = {
          rewind: await timed(rewind),
          restore: await timed(() => restore()),
          undo: await timed(() => restore(ours.database.store.undoStep()?.id)),
        };
        await ours.database.settle();
        return times;
      },
      bare: async () => {
        const { session_id, first } = next(bare);
        const set = (hidden_at: number | null) => update.run(hidden_at, session_id, first);
        return {
          // A rewind is synced, as the message is that it comes with.
          rewind: await timed(() => synced(db, () => set(1))),
          restore: await timed(() => set(null)),
          undo: await timed(() => set(2)),
        };
      },
    };
  });
  return (["rewind", "restore", "undo"] as const).map((verb) =>
    timeRatio(
      `${verb} over 10,000 messages / bare UPDATE of the same rows`,
      found.ours.map((times) => times[verb]),
      found.bare.map((times) => times[verb]),
      3,
    ),
  );
}

function verbsOn({ store, ids }: OpenedDatabase, { session_id, first }: Conversation) {
  return {
    rewind: (): void => {
      const answer = {
        session_id,
        message_id: ids.message(),
        start: { metadata: { finish_reason: "stop" as const } },
        parts: [],
        durable: false,
        now: 1,
      };
      store.rewindTurn({
        session_id,
        op_id: ids.op(),
        from: first,
        keep: true,
        answer,
        undo: "retry",
        now: 1,
      });
    },
    restore: (undoes?: number): void => {
      const op_id = store.hiddenTurns(session_id)[0]?.op_id;
      if (op_id === undefined) throw new Error("Nothing is hidden.");
      const undone = undoes === undefined ? {} : { undoes };
      store.unrewind({ session_id, op_id, new_op_id: ids.op(), now: 1, ...undone });
    },
  };
}
