/** Measures the whole path of an answer, streamText → frame → commit → feed → the window's reducer: what recording costs, and how time grows. */

import type { SessionService } from "../../src-main/core/session/session-service";
import type { FeedEvent, FeedPacket } from "../../src-preload/contract/domain/feed";
import type { MessageId } from "../../src-preload/contract/domain/ids";
import { LiveMessage } from "../../src-renderer/thread/view/live-message";
import { ownTime } from "../fixtures/own-time";
import { answer, CHUNK, createCore, forgetful, openDatabaseFolder } from "./core";
import { atMost, exponent, type Line, median, milliseconds, timeRatio } from "./lines";
import { interleaved } from "./measure";

const MANY = 16_000;
const FEW = 4_000;
/** An answer that costs what any answer costs, however short: taken off both sides where growth is told. */
const FEWEST = 16;
const ROUNDS = 21;

export async function path(): Promise<Line[]> {
  const database = await openDatabaseFolder();
  let chunks = MANY;
  const saving = createCore(database, () => answer(chunks));
  const forgetting = createCore({ ...database, store: forgetful(database.store) }, () => answer(chunks));
  const run = (service: SessionService, count: number) => async () => {
    chunks = count;
    const ms = await answerInWindow(service, count);
    await database.settle();
    return ms;
  };
  const { recorded, unrecorded, short, shortest } = await interleaved(ROUNDS, {
    recorded: run(saving, MANY),
    unrecorded: run(forgetting, MANY),
    short: run(saving, FEW),
    shortest: run(saving, FEWEST),
  });
  await database.close();
  const fixed = median(shortest);
  const [many, few] = [median(recorded) - fixed, median(short) - fixed];
  return [
    timeRatio("an answer of 16,000 chunks, whole path: recorded / not recorded", recorded, unrecorded, 1.15),
    atMost(
      "time of an answer, its fixed cost taken off: exponent from 4,000 to 16,000 chunks",
      exponent(many, few, MANY / FEW),
      1.1,
      "",
      `${milliseconds(few)} → ${milliseconds(many)}`,
    ),
  ];
}

/**
 * Milliseconds from the stored question to the answer as the window will keep it. The sync of the question to the disk is on both sides,
 * and not counted. @throws Error where a word is missing
 */
export async function answerInWindow(service: SessionService, count: number): Promise<number> {
  const { session } = service.sessions.create({ text: "Go on." });
  globalThis.gc?.({ type: "minor" });
  const begun = ownTime();
  const window = new WindowEnd();
  const handle = service.sessions.attach(session.id, {
    // A port delivers in a later task; the copy it makes is made in both cases and left out of both.
    post: (packet) => setImmediate(() => window.take(packet).then(() => handle.ack(packet.seq))),
    closed: () => window.fail(new Error("the window was let go")),
  });
  const length = await window.answered;
  const ms = ownTime() - begun;
  handle.detach();
  if (length !== count * CHUNK.length)
    throw new Error(`${length} characters of ${count * CHUNK.length} arrived`);
  return ms;
}

/** The window's end of a feed, as far as it makes messages of chunks. */
class WindowEnd {
  readonly answered: Promise<number>;
  #done: (length: number) => void = () => undefined;
  fail: (error: unknown) => void = () => undefined;
  #live: LiveMessage | undefined;

  constructor() {
    this.answered = new Promise((resolve, reject) => {
      this.#done = resolve;
      this.fail = reject;
    });
  }

  async take(packet: FeedPacket): Promise<void> {
    if (packet.type === "failed") return this.fail(packet.error);
    if (packet.type === "snapshot") return;
    for (const event of packet.events) await this.#takeEvent(event);
    await this.#live?.drained();
  }

  async #takeEvent(event: FeedEvent): Promise<void> {
    if (event.type === "chunks") this.#liveOf(event.message_id).push(event.chunks);
    if (event.type === "status" && event.status.state === "error")
      this.fail(new Error(JSON.stringify(event.status)));
    if (event.type !== "settled" || this.#live === undefined) return;
    await this.#live.end();
    const { parts } = this.#live.message;
    this.#done(parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0));
  }

  #liveOf(id: MessageId): LiveMessage {
    this.#live ??= new LiveMessage(id);
    return this.#live;
  }
}
