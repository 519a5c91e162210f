/** Compares the space that a settled transcript takes on the disk, before and after summaries, with the same messages as JSON (SV-10). */

import type { Recording } from "../../src-main/core/ports/recorder";
import { sizeOf } from "../../src-main/store/database/folder";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { BraidPart } from "../../src-preload/contract/domain/messages";
import { CHUNK, type OpenedDatabase, openDatabaseFolder } from "./core";
import { atMost, type Line } from "./lines";

const TURNS = 100;
const SUMMARIES = 10;
const FRAME = 16;
const PART = 2048;
/** Parts of an answer, as multiples of `PART`: some short, some long, 2 KB on average. */
const SIZES = [0.25, 1, 1.5, 0.5, 2, 0.75, 1, 1];

export async function disk(): Promise<Line[]> {
  const database = await openDatabaseFolder();
  const session_id = database.ids.session();
  database.store.createSession({ id: session_id, title: "Bench", agent: "chat", now: Date.now() });
  for (let turn = 0; turn < TURNS; turn++) answer(ask(database, session_id, turn));
  await database.settled();
  const onDisk = sizeOfAll(database);
  const { messages } = database.store.page(session_id, { limit: 10 * TURNS });
  const all = messages.map(({ id }) => id);
  for (let n = 1; n <= SUMMARIES; n++) summarise(database, session_id, all, (n * all.length) / SUMMARIES);
  // The app tidies at the end of the next turn.
  await database.settle();
  const summarised = sizeOfAll(database);
  await database.close();
  const json = Buffer.byteLength(JSON.stringify(messages));
  const average = json / messages.reduce((sum, { parts }) => sum + parts.length, 0);
  if (json < 1_000_000) throw new Error(`a transcript of ${json} bytes is too small to tell`);
  const detail = `${mb(onDisk)} / ${mb(json)}, parts of ${Math.round(average)} bytes on average`;
  return [
    atMost("settled database and log / JSON of the transcript", onDisk / json, 1.5, "", detail),
    atMost(
      `settled database and log after ${SUMMARIES} summaries / JSON of the transcript without them`,
      summarised / json,
      1.5,
      "",
      `${mb(summarised)} / ${mb(json)}`,
    ),
  ];
}

const sizeOfAll = ({ file }: OpenedDatabase): number => sizeOf(file) + sizeOf(`${file}-wal`);

/** Hides the first `count` of all messages, and what hid earlier ones of them, behind a summary. */
function summarise(
  { store, ids }: OpenedDatabase,
  session_id: SessionId,
  all: readonly MessageId[],
  count: number,
): void {
  const through = all[count - 1];
  if (through === undefined) throw new Error("There are not so many messages.");
  const id = ids.messageBehind(through);
  const compaction = {
    summary: CHUNK.repeat(200),
    tail_start_id: all[count] ?? id,
    auto: true,
    summary_tokens: 1000,
    op_id: ids.op(),
    turns: count / 2,
    tokens_before: 30_000,
    tokens_after: 10_000,
  };
  const metadata = { synthetic: true, finish_reason: "stop", summary_id: id } as const;
  store.compact({
    ...{ session_id, id, part_id: ids.part(), metadata, compaction, through },
    undo: "compact",
    now: Date.now(),
  });
}

/** Stores a question; gives its answer to write. */
function ask({ store, ids, recorder }: OpenedDatabase, session_id: SessionId, turn: number): Recording {
  const part: BraidPart = { type: "text", text: `Question ${turn}. ${CHUNK.repeat(90)}` };
  const now = Date.now();
  const question = { id: ids.message(), session_id, metadata: {}, parts: [{ id: ids.part(), part }], now };
  const recording = recorder.begin({ session_id, message_id: ids.message(), metadata: {} });
  store.addUserMessage(question, recording.takeFrame(true));
  return recording;
}

function answer(recording: Recording): void {
  for (const [index, size] of SIZES.entries()) writePart(recording, String(index), size * PART);
  const usage = { input: 1000, output: 500, reasoning: 0, cache_read: 0, cache_write: 0 };
  const model = { provider_id: "bench", model_id: "full-speed" };
  const messageMetadata = { model, usage, finish_reason: "stop" as const, context_tokens: 1500 };
  recording.apply({ type: "message-metadata", messageMetadata });
  recording.end();
}

/** Streamed like any answer, so that its deltas come and go. */
function writePart(recording: Recording, id: string, size: number): void {
  recording.apply({ type: "text-start", id });
  const deltas = Math.round(size / CHUNK.length);
  for (let sent = 1; sent <= deltas; sent++) {
    recording.apply({ type: "text-delta", id, delta: CHUNK });
    if (sent % FRAME === 0) recording.commit(false);
  }
  recording.apply({ type: "text-end", id });
  recording.commit(false);
}

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
