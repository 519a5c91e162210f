import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCuts, framed, validStream } from "../../../e2e/fixtures/chunks";
import { fuzzRuns } from "../../../e2e/fixtures/fuzz-runs";
import { reduceBySdk } from "../../../e2e/fixtures/sdk-reducer";
import type { FeedEvent, FeedPacket, Snapshot } from "../../../src-preload/contract/domain/feed";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { type FeedHandle, SessionFeed } from "./session-feed";

const ID = `msg_${"0".repeat(14)}${"a".repeat(12)}` as MessageId;
const SNAPSHOT = {} as Snapshot;

/** A window's end: acknowledges at once, by hand, or never. */
class Reader {
  readonly packets: FeedPacket[] = [];
  closed = false;
  handle: FeedHandle | undefined;
  private acked = 0;
  constructor(private readonly prompt: boolean) {}

  attachTo(feed: SessionFeed): this {
    this.handle = feed.attach(SNAPSHOT, {
      post: (packet) => {
        this.packets.push(packet);
        if (this.prompt) queueMicrotask(() => this.ackAll());
      },
      closed: () => {
        this.closed = true;
      },
    });
    return this;
  }

  ackAll(): void {
    while (this.acked < this.packets.length) {
      const packet = this.packets[this.acked++];
      if (packet !== undefined) this.handle?.ack(packet.seq);
    }
  }

  get unanswered(): FeedPacket[] {
    return this.packets.slice(this.acked);
  }

  get events(): FeedEvent[] {
    return this.packets.flatMap((packet) => (packet.type === "events" ? packet.events : []));
  }

  get chunks(): Chunk[] {
    return this.events.flatMap((event) => (event.type === "chunks" ? event.chunks : []));
  }
}

const publishFrame = (feed: SessionFeed, chunks: Chunk[]) =>
  feed.publish({ type: "chunks", message_id: ID, chunks });
const text = (delta: string): Chunk => ({ type: "text-delta", id: "t", delta });

test("[LY-4b] windows that attach anywhere in a run all end up with the same message: no gap, no duplicate", async () => {
  await fc.assert(
    fc.asyncProperty(
      validStream(ID),
      anyCuts,
      fc.array(fc.nat({ max: 30 }), { maxLength: 3 }),
      async (chunks, cuts, joins) => {
        const feed = new SessionFeed();
        const readers = [new Reader(true).attachTo(feed), new Reader(false).attachTo(feed)];
        for (const [index, frame] of framed(chunks, cuts).entries()) {
          for (const join of joins)
            if (join === index && index > 0) readers.push(new Reader(join % 2 === 0).attachTo(feed));
          publishFrame(feed, frame);
          await Promise.resolve();
        }
        for (let round = 0; round < 50; round++) for (const reader of readers) reader.ackAll();
        const expected = await reduceBySdk(chunks);
        for (const reader of readers) expect(await reduceBySdk(reader.chunks)).toEqual(expected);
      },
    ),
    { numRuns: fuzzRuns(50) },
  );
});

test("[LY-4a] packets are numbered in sequence, the snapshot first, and a replay ends with its mark", () => {
  const feed = new SessionFeed();
  publishFrame(feed, [
    { type: "start", messageId: ID },
    { type: "start-step" },
    { type: "text-start", id: "t" },
    text("a"),
  ]);
  const reader = new Reader(false).attachTo(feed);
  reader.ackAll();
  publishFrame(feed, [text("b")]);
  feed.publish({ type: "settled", message_id: ID });
  for (let round = 0; round < 5; round++) reader.ackAll();
  expect(reader.packets.map((packet) => packet.seq)).toEqual(reader.packets.map((_, index) => index + 1));
  expect(reader.packets[0]?.type).toBe("snapshot");
  expect(reader.events.map((event) => event.type)).toEqual(["chunks", "caught-up", "chunks", "settled"]);
});

test("[LY-4] what is settled is not replayed: it is in the page by then", () => {
  const feed = new SessionFeed();
  publishFrame(feed, [{ type: "start", messageId: ID }]);
  expect(feed.liveMessageId).toBe(ID);
  feed.publish({ type: "settled", message_id: ID });
  expect(feed.liveMessageId).toBeUndefined();
  expect(new Reader(false).attachTo(feed).events).toEqual([{ type: "caught-up" }]);
});

test("[LY-4] at most two packets and 256 KiB wait for a window's answer", () => {
  const feed = new SessionFeed();
  const reader = new Reader(false).attachTo(feed);
  reader.ackAll();
  publishFrame(feed, [
    { type: "start", messageId: ID },
    { type: "start-step" },
    { type: "text-start", id: "t" },
  ]);
  for (let n = 0; n < 100; n++) publishFrame(feed, [text("x".repeat(10_000))]);
  expect(reader.unanswered.length).toBe(2);
  reader.ackAll();
  reader.ackAll();
  for (let n = 0; n < 100; n++) publishFrame(feed, [text("x".repeat(10_000))]);
  expect(reader.unanswered.length).toBeLessThanOrEqual(2);
  expect(JSON.stringify(reader.unanswered).length).toBeLessThanOrEqual(260 * 1024);
});

test("[LY-3] a frozen window costs at most 4 MB, is let go, attaches again and misses nothing; others run on unhurt", async () => {
  const feed = new SessionFeed();
  const frozen = new Reader(false).attachTo(feed);
  const lively = new Reader(true).attachTo(feed);
  await Promise.resolve();
  const begin: Chunk[] = [
    { type: "start", messageId: ID },
    { type: "start-step" },
    { type: "text-start", id: "t" },
  ];
  publishFrame(feed, begin);
  const piece = "y".repeat(20_000);
  let published = 0;
  while (!frozen.closed && published < 1000) {
    publishFrame(feed, [text(piece)]);
    published++;
    await Promise.resolve();
  }
  expect(frozen.closed).toBe(true);
  expect(published * piece.length).toBeLessThan(5 * 1024 * 1024);
  expect(lively.closed).toBe(false);
  const thawed = new Reader(false).attachTo(feed);
  for (let round = 0; round < 200; round++) thawed.ackAll();
  const length = (reader: Reader) =>
    reader.chunks.reduce((sum, chunk) => sum + ("delta" in chunk ? chunk.delta.length : 0), 0);
  expect(length(thawed)).toBe(published * piece.length);
  expect(length(lively)).toBe(published * piece.length);
});

test("[LY-4] deltas that wait are joined: 10,000 single ones reach a slow window as a handful", () => {
  const feed = new SessionFeed();
  const reader = new Reader(false).attachTo(feed);
  publishFrame(feed, [
    { type: "start", messageId: ID },
    { type: "start-step" },
    { type: "text-start", id: "t" },
  ]);
  for (let n = 0; n < 10_000; n++) publishFrame(feed, [text("ab")]);
  for (let round = 0; round < 10; round++) reader.ackAll();
  expect(reader.chunks.length).toBeLessThan(10);
  expect(reader.chunks.map((chunk) => ("delta" in chunk ? chunk.delta : "")).join("")).toBe(
    "ab".repeat(10_000),
  );
});
