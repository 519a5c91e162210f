/**
 * One session's ordered feed (LY-4): every attached window receives each published event once, in sequence. The log is the buffer:
 * windows hold cursors into it and acknowledge packets, and it drops entries that the slowest cursor has been sent
 * (docs/decisions/replay-is-the-joined-chunk-list.md).
 */

import {
  type FeedEvent,
  type FeedPacket,
  MAX_UNACKED_BYTES,
  MAX_UNACKED_PACKETS,
  type Snapshot,
} from "../../../src-preload/contract/domain/feed";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { Chunk } from "../../../src-preload/contract/domain/messages";
import { chunkBytes, coalesce } from "../transcript/coalesce";

/** A window's end of a feed. `post` must not throw. `closed` says that the core has let this window go, and that it may attach again. */
export interface FeedSink {
  post(packet: FeedPacket): void;
  closed(): void;
}

export interface FeedHandle {
  /** All packets up to `seq` have been taken in. */
  ack(seq: number): void;
  detach(): void;
}

interface Entry {
  event: FeedEvent;
  bytes: number;
}

interface Cursor {
  sink: FeedSink;
  /** The replay, which is sent before the log. */
  backlog: Entry[];
  /** Entries of the log sent so far, counted since the feed began. */
  position: number;
  /**
   * Bytes of the log that this window has not been sent. The replay does not count: a long one is no sign of a window that hangs, and costs
   * next to nothing to keep.
   */
  unsentBytes: number;
  seq: number;
  unacked: { seq: number; bytes: number }[];
}

/** The feed lets a window go that is this far behind. The window attaches again when it is awake. */
const MAX_BEHIND_BYTES = 4 * 1024 * 1024;

export class SessionFeed {
  private log: Entry[] = [];
  /** How many entries have left the log at its front. */
  private dropped = 0;
  private readonly cursors = new Set<Cursor>();
  private readonly taps = new Set<(event: FeedEvent) => void>();
  private live:
    | { message_id: MessageId; chunks: Chunk[]; pruned?: FeedEvent & { type: "pruned" } }
    | undefined;

  /** Listens inside of the core. A listener must not throw, and counts as no window. Returns the function that stops listening. */
  tap(listener: (event: FeedEvent) => void): () => void {
    this.taps.add(listener);
    return () => this.taps.delete(listener);
  }

  /** The live message's id, while there is one: a snapshot leaves it out. */
  get liveMessageId(): MessageId | undefined {
    return this.live?.message_id;
  }

  /** All chunks of the live message so far, neighbours joined. */
  get liveChunks(): readonly Chunk[] {
    return this.live?.chunks ?? [];
  }

  get attached(): boolean {
    return this.cursors.size > 0;
  }

  publish(event: FeedEvent): void {
    this.keepForReplay(event);
    for (const listener of this.taps) listener(event);
    if (this.cursors.size === 0) return;
    const entry = { event, bytes: eventBytes(event) };
    this.log.push(entry);
    for (const cursor of this.cursors) {
      cursor.unsentBytes += entry.bytes;
      this.pump(cursor);
      if (cursor.unsentBytes > MAX_BEHIND_BYTES) this.letGo(cursor);
    }
    this.dropSent();
  }

  /** Attaches a window. The caller must have read the snapshot in the same synchronous step, without the message of `liveMessageId`. */
  attach(snapshot: Snapshot, sink: FeedSink): FeedHandle {
    const cursor: Cursor = {
      sink,
      backlog: this.replay(),
      position: this.dropped + this.log.length,
      unsentBytes: 0,
      seq: 1,
      unacked: [{ seq: 1, bytes: 0 }],
    };
    this.cursors.add(cursor);
    sink.post({ type: "snapshot", seq: 1, snapshot });
    this.pump(cursor);
    return {
      ack: (seq) => this.acknowledge(cursor, seq),
      detach: () => {
        this.cursors.delete(cursor);
        this.dropSent();
      },
    };
  }

  private keepForReplay(event: FeedEvent): void {
    if (event.type === "chunks") {
      if (this.live?.message_id !== event.message_id)
        this.live = { message_id: event.message_id, chunks: [] };
      for (const chunk of event.chunks) coalesce(this.live.chunks, chunk);
    } else if (event.type === "settled" && this.live?.message_id === event.message_id) {
      this.live = undefined;
    }
    // The marks of the live message come beside its chunks.
    else if (event.type === "pruned" && this.live?.message_id === event.message_id) this.live.pruned = event;
    // A reset says that the store may hold something else than was published: none of it is replayed again.
    else if (event.type === "reset") this.live = undefined;
  }

  private replay(): Entry[] {
    const caughtUp: Entry = { event: { type: "caught-up" }, bytes: 0 };
    if (this.live === undefined) return [caughtUp];
    const { message_id, chunks, pruned } = this.live;
    const entries = chunks.map(
      (chunk): Entry => ({
        event: { type: "chunks", message_id, chunks: [chunk] },
        bytes: chunkBytes(chunk),
      }),
    );
    return [
      ...entries,
      ...(pruned === undefined ? [] : [{ event: pruned, bytes: eventBytes(pruned) }]),
      caughtUp,
    ];
  }

  private acknowledge(cursor: Cursor, seq: number): void {
    cursor.unacked = cursor.unacked.filter((packet) => packet.seq > seq);
    this.pump(cursor);
    this.dropSent();
  }

  /** Sends what the window may have now, in as few packets as possible. */
  private pump(cursor: Cursor): void {
    while (this.cursors.has(cursor) && this.hasNext(cursor) && mayPost(cursor)) {
      const { events, bytes } = this.takePacket(cursor);
      cursor.seq += 1;
      cursor.unacked.push({ seq: cursor.seq, bytes });
      cursor.sink.post({ type: "events", seq: cursor.seq, events });
    }
  }

  private takePacket(cursor: Cursor): { events: FeedEvent[]; bytes: number } {
    const budget = MAX_UNACKED_BYTES - unackedBytes(cursor);
    const events: FeedEvent[] = [];
    let bytes = 0;
    for (let entry = this.peek(cursor); entry !== undefined; entry = this.peek(cursor)) {
      if (events.length > 0 && bytes + entry.bytes > budget) break;
      if (cursor.backlog.length > 0) cursor.backlog.shift();
      else {
        cursor.position += 1;
        cursor.unsentBytes -= entry.bytes;
      }
      appendEvent(events, entry.event);
      bytes += entry.bytes;
    }
    return { events, bytes };
  }

  private peek(cursor: Cursor): Entry | undefined {
    return cursor.backlog[0] ?? this.log[cursor.position - this.dropped];
  }

  private hasNext(cursor: Cursor): boolean {
    return this.peek(cursor) !== undefined;
  }

  private letGo(cursor: Cursor): void {
    this.cursors.delete(cursor);
    cursor.sink.closed();
  }

  private dropSent(): void {
    let slowest = this.dropped + this.log.length;
    for (const cursor of this.cursors) slowest = Math.min(slowest, cursor.position);
    if (slowest === this.dropped) return;
    this.log = this.log.slice(slowest - this.dropped);
    this.dropped = slowest;
  }
}

const unackedBytes = (cursor: Cursor): number =>
  cursor.unacked.reduce((sum, packet) => sum + packet.bytes, 0);

const mayPost = (cursor: Cursor): boolean =>
  cursor.unacked.length < MAX_UNACKED_PACKETS && unackedBytes(cursor) < MAX_UNACKED_BYTES;

/** Chunks of one message that follow each other become one event, their deltas joined. */
function appendEvent(events: FeedEvent[], event: FeedEvent): void {
  const last = events.at(-1);
  if (event.type !== "chunks") {
    events.push(event);
    return;
  }
  if (last?.type === "chunks" && last.message_id === event.message_id) {
    for (const chunk of event.chunks) coalesce(last.chunks, chunk);
    return;
  }
  const chunks: Chunk[] = [];
  for (const chunk of event.chunks) coalesce(chunks, chunk);
  events.push({ ...event, chunks });
}

function eventBytes(event: FeedEvent): number {
  if (event.type === "chunks") return event.chunks.reduce((sum, chunk) => sum + chunkBytes(chunk), 0);
  if (event.type === "queue-changed") return JSON.stringify(event.change).length;
  if (event.type === "pruned") return JSON.stringify(event.pruned).length;
  return event.type === "message" ? JSON.stringify(event.message).length : 128;
}
