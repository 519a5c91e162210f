/** Counts the bytes that saving writes, for a whole answer and for each commit: log, checkpoints by the store's own worker, vacuum, commit ledger. */
import { readFile } from "node:fs/promises";
import type { Recording } from "../../src-main/core/ports/recorder";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import { CHUNK, type OpenedDatabase, openDatabaseFolder } from "./core";
import { atMost, exponent, kib, type Line, median } from "./lines";

const LONG = 256 * 1024;
const SHORT = 8 * 1024;
const MANY = 16_000;
const FEW = 4_000;
const FRAME = 16;
/** Commits of one chunk each, as in a stream of 100 chunks a second with frames of 16 ms or less. */
const COMMITS = 200;
const ROUNDS = 5;

export async function bytes(): Promise<Line[]> {
  const amplification: number[] = [];
  const [many, few]: [number[], number[]] = [[], []];
  const late: number[] = [];
  const early: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    amplification.push((await writtenByAnswer(LONG)) / LONG);
    many.push(await writtenByAnswer(MANY * CHUNK.length));
    few.push(await writtenByAnswer(FEW * CHUNK.length));
    early.push(await writtenByCommit(SHORT));
    late.push(await writtenByCommit(LONG));
  }
  const [factor, atEarly, atLate] = [median(amplification), median(early), median(late)];
  const [longer, shorter] = [median(many), median(few)];
  return [
    atMost(
      "bytes written of an answer, exponent from 4,000 to 16,000 chunks",
      exponent(longer, shorter, MANY / FEW),
      1.1,
      "",
      `${kib(shorter)} → ${kib(longer)}`,
    ),
    atMost("bytes written / bytes of text, answer of 256 KB, 16 chunks a frame", factor, 40),
    atMost("bytes of a commit, one chunk a commit, 8 KB of text already there", atEarly / 1024, 8, " KiB"),
    atMost("bytes of a commit, one chunk a commit, 256 KB of text already there", atLate / 1024, 8, " KiB"),
    atMost(
      "bytes of a commit, at 256 KB / at 8 KB of text",
      atLate / atEarly,
      1.1,
      "",
      `${kib(atLate)} / ${kib(atEarly)}`,
    ),
  ];
}

/** A whole answer, from its first frame to the settled database. */
async function writtenByAnswer(size: number): Promise<number> {
  const database = await openDatabaseFolder();
  const recording = begin(database);
  const before = await written();
  grow(recording, size, FRAME);
  recording.apply({ type: "text-end", id: "0" });
  recording.apply({ type: "message-metadata", messageMetadata: { finish_reason: "stop", usage: null } });
  recording.end();
  await database.settle();
  const total = (await written()) - before;
  await database.close();
  return total;
}

/** One commit of one chunk, its share of the checkpoint that follows included. */
async function writtenByCommit(size: number): Promise<number> {
  const database = await openDatabaseFolder();
  const recording = begin(database);
  grow(recording, size, 1);
  await database.settle();
  const before = await written();
  grow(recording, COMMITS * CHUNK.length, 1);
  await database.settle();
  const total = (await written()) - before;
  await database.close();
  return total / COMMITS;
}

function begin({ store, recorder, ids }: OpenedDatabase): Recording {
  const session_id: SessionId = ids.session();
  store.createSession({ id: session_id, title: "Bench", agent: "chat", now: Date.now() });
  const recording = recorder.begin({ session_id, message_id: ids.message(), metadata: {} });
  recording.apply({ type: "text-start", id: "0" });
  recording.commit(false);
  return recording;
}

function grow(recording: Recording, size: number, frame: number): void {
  const chunks = Math.round(size / CHUNK.length);
  for (let sent = 1; sent <= chunks; sent++) {
    recording.apply({ type: "text-delta", id: "0", delta: CHUNK });
    if (sent % frame === 0 || sent === chunks) recording.commit(false);
  }
}

/**
 * Bytes that this process, its threads included, has handed to the kernel so far: exact, and blind to what other processes do. Nothing
 * else of it writes meanwhile. @throws Error where the system does not count
 */
async function written(): Promise<number> {
  const found = /^wchar: (\d+)$/m.exec(await readFile("/proc/self/io", "utf8"))?.[1];
  if (found === undefined) throw new Error("/proc/self/io has no wchar");
  return Number(found);
}
