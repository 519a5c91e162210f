/**
 * Summaries: what it takes to put one in the place of 10,000 messages, beside the statements that this needs; and a marathon of turns
 * through a small window, with its numbers.
 */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { createTokenCounter } from "../../src-main/models/tokens/token-counter";
import { ownTime } from "../fixtures/own-time";
import { digestOf, MARATHON, readable, runMarathon } from "../slice/marathon";
import { removeSlice, startSlice } from "../slice/slice";
import { againstBare, type Conversation, next, synced } from "./against-bare";
import { createCore, thread } from "./core";
import { atMost, exponent, type Line, median, milliseconds, never, timeRatio } from "./lines";
import { type Clocks, timed, watchThread } from "./measure";

const NONE: Clocks = { wall: 0, cpu: 0 };
const ROUNDS = 8;
const TURNS = 2000;
/** Turns whose median stands for a place of the marathon. */
const STRETCH = 200;

export async function compacting(): Promise<Line[]> {
  return [...(await summarising()), ...(await marathon())];
}

async function summarising(): Promise<Line[]> {
  const found = await againstBare({ rounds: ROUNDS, conversations: ROUNDS + 1 }, (ours, bare, db) => {
    const { store, ids } = ours.database;
    let watch = watchThread();
    let [before, transaction] = [NONE, 0];
    const compact: typeof store.compact = (write) => {
      before = watch.stop();
      const begun = ownTime();
      const made = store.compact(write);
      transaction = ownTime() - begun;
      watch = watchThread();
      return made;
    };
    const service = createCore({ ids, store: { ...store, compact } });
    return {
      ours: async () => {
        const { session_id } = next(ours);
        const time = await timed(async () => {
          watch = watchThread();
          service.compactions.start({ session_id });
          await over(service, session_id);
        });
        const after = watch.stop();
        if (store.visibleMessages(session_id).length > 10) throw new Error("Nothing was summarised.");
        await ours.database.settle();
        const held = { wall: Math.max(before.wall, after.wall), cpu: Math.max(before.cpu, after.cpu) };
        return { time, held, transaction };
      },
      bare: () => timed(bareCompaction(db, next(bare))),
    };
  });
  return [
    timeRatio(
      "compaction of 10,000 messages, the summariser's time left out / the bare statements it needs",
      found.ours.map(({ time }) => time),
      found.bare,
      3,
    ),
    never(
      "time the input thread is held by a compaction of 10,000 messages, its one transaction left out",
      found.ours.map(({ held }) => held),
      16,
      `the transaction takes ${milliseconds(median(found.ours.map(({ transaction }) => transaction)))}`,
    ),
  ];
}

type Service = ReturnType<typeof createCore>;

/** Resolves when the session is idle again. */
function over(service: Service, session_id: Conversation["session_id"]): Promise<void> {
  return new Promise((resolve) => {
    const handle = service.sessions.attach(session_id, {
      post: (packet) => {
        queueMicrotask(() => handle.ack(packet.seq));
        if (packet.type !== "events") return;
        if (!packet.events.some((event) => event.type === "status" && event.status.state !== "busy")) return;
        handle.detach();
        resolve();
      },
      closed: () => {},
    });
  });
}

/** Reads all messages with their parts, hides all but the last four, and writes the summary: what no compaction can do without. */
function bareCompaction(db: Database.Database, { session_id, last }: Conversation): () => void {
  const read = db.prepare(
    `SELECT m.id, m.role, m.metadata_json, p.id, p.data_json FROM chat_messages m JOIN chat_parts p ON p.message_id = m.id
     WHERE m.session_id = ? AND m.hidden_at IS NULL ORDER BY m.id, p."index"`,
  );
  const tail = db
    .prepare("SELECT id FROM chat_messages WHERE session_id = ? ORDER BY id DESC LIMIT 1 OFFSET 4")
    .pluck();
  const [op_id, id] = [`top_${last.slice(4)}`, `${last.slice(0, -1)}~`];
  const statements = [
    "INSERT INTO chat_timeline_ops (id, session_id, cause, created_at) VALUES (@op_id, @session_id, 'compaction', 1)",
    `INSERT INTO chat_message_hides (message_id, op_id)
     SELECT id, @op_id FROM chat_messages WHERE session_id = @session_id AND hidden_at IS NULL AND id <= @through`,
    "UPDATE chat_messages SET hidden_at = 1 WHERE session_id = @session_id AND hidden_at IS NULL AND id <= @through",
    `INSERT INTO chat_messages (id, session_id, role, metadata_json, created_at, updated_at)
     VALUES (@id, @session_id, 'assistant', '{"finish_reason":"stop"}', 1, 1)`,
    `INSERT INTO chat_parts (id, message_id, session_id, "index", type, data_json, created_at, updated_at)
     VALUES ('prt_' || @id, @id, @session_id, 0, 'data-compaction', '{"type":"data-compaction","data":{}}', 1, 1)`,
    "UPDATE chat_sessions SET updated_at = 1 WHERE id = @session_id",
  ].map((sql) => db.prepare<[object]>(sql));
  return () => {
    for (const row of read.raw().iterate(session_id)) JSON.parse((row as string[])[4] ?? "");
    const through = tail.get(session_id);
    const write = db.transaction(() => {
      for (const statement of statements) statement.run({ op_id, id, session_id, through });
    });
    synced(db, write.immediate);
  };
}

async function marathon(): Promise<Line[]> {
  const counter = createTokenCounter({ worker_file: thread("token-worker") });
  const slice = await startSlice({
    ...MARATHON,
    data_dir: await mkdtemp(join(tmpdir(), "braid-marathon-")),
    compose: { counter, job_file: thread("store-job") },
  });
  try {
    // Made now: the one of the day would be made in the midst of the measures.
    await slice.app.storage.backUp();
    const report = await runMarathon(slice, TURNS);
    const { session_id, refused, compactions, cost, before_first, off, off_at_trigger, off_after } = report;
    const said = digestOf(slice, session_id, "said");
    const lost = 2 * TURNS - readable(slice, session_id).length;
    for (const _ of compactions) slice.service.undo.last({});
    const restored = digestOf(slice, session_id, "visible") === said;
    const what = `a marathon of ${TURNS} turns with tools through a window of 32,000 tokens`;
    const early = cost.slice(before_first, before_first + STRETCH);
    const late = cost.slice(-STRETCH);
    const growth = (TURNS - STRETCH / 2) / (before_first + STRETCH / 2);
    const worst = (shares: readonly number[]) => Math.max(...shares.map(Math.abs)) * 100;
    return [
      atMost(`${what}: requests refused`, refused, 0, "", `${compactions.length} compactions`),
      atMost(`${what}: messages that nobody can read`, lost, 0),
      atMost(`${what}: bytes that undoing all compactions did not bring back`, restored ? 0 : 1, 0),
      atMost(`${what}: number before a request, off by at most`, worst([...off, ...off_after]), 10, " %"),
      atMost(
        `${what}: number at the trigger, too low by at most`,
        Math.max(0, -100 * Math.min(...off_at_trigger)),
        5,
        " %",
      ),
      atMost(
        `${what}: exponent of a turn's cost after the first compaction`,
        exponent(median(late), median(early), growth),
        0.1,
        "",
        `CPU: ${milliseconds(median(early))} → ${milliseconds(median(late))}`,
      ),
    ];
  } finally {
    await removeSlice(slice);
  }
}
