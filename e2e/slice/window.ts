/** A window's model of a session, built from nothing but its snapshot and the events after it, as the renderer builds its own (LY-4). */

import type { FeedEvent, FeedPacket } from "../../src-preload/contract/domain/feed";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { BraidMessage, Chunk, StoredMessage } from "../../src-preload/contract/domain/messages";
import type { SessionStatus, SessionView } from "../../src-preload/contract/domain/sessions";
import type { HiddenTurns } from "../../src-preload/contract/domain/timeline";
import { asJson, reduceBySdk } from "../fixtures/sdk-reducer";
import type { Slice } from "./slice";

/** When a packet is acknowledged: as soon as it is taken in, in a later task, or never, as in a window that hangs. */
export type Acks = "soon" | "late" | "never";

/** A message in the window: stored, or as the chunks of its stream. */
type Held = StoredMessage | { id: MessageId; chunks: Chunk[]; settled: boolean };

export type Shown = Pick<StoredMessage, "id" | "role" | "metadata" | "parts">;

export class Window {
  readonly packets: FeedPacket[] = [];
  closed = false;
  /** Events that came although the window did not know what they speak of: gaps and duplicates. */
  readonly oddities: string[] = [];
  private readonly held = new Map<MessageId, Held>();
  private view: SessionView | undefined;
  hidden: readonly HiddenTurns[] = [];
  private status: SessionStatus = { state: "idle" };
  private readonly handle;
  private next = 1;

  constructor(
    slice: Slice,
    session_id: SessionId,
    acks: Acks = "soon",
    onPacket: (window: Window) => void = () => {},
  ) {
    const later = acks === "soon" ? queueMicrotask : setImmediate;
    this.handle = slice.service.sessions.attach(session_id, {
      post: (packet) => {
        this.take(packet);
        if (acks !== "never") later(() => this.handle.ack(packet.seq));
        onPacket(this);
      },
      closed: () => {
        this.closed = true;
      },
    });
  }

  detach(): void {
    this.handle.detach();
  }

  get bytes(): number {
    return this.packets.reduce((sum, packet) => sum + JSON.stringify(packet).length, 0);
  }

  /** All words of the live message, in the order in which they came. */
  get text(): string {
    const chunks = [...this.held.values()].flatMap((held) => ("chunks" in held ? held.chunks : []));
    return chunks.map((chunk) => ("delta" in chunk ? chunk.delta : "")).join("");
  }

  /** The content of the window, as JSON: comparable with `stored`. */
  async shown(): Promise<{ messages: Shown[]; view: SessionView | undefined; status: SessionStatus }> {
    const messages: Shown[] = [];
    for (const held of this.held.values())
      messages.push("role" in held ? shape(held) : shape(await reduceBySdk(held.chunks)));
    return asJson({ messages, view: this.view, status: this.status });
  }

  /** True once everything it holds has settled and the session rests. */
  get rests(): boolean {
    const open = [...this.held.values()].some((held) => "settled" in held && !held.settled);
    return !open && (this.status.state === "idle" || this.status.state === "error");
  }

  private take(packet: FeedPacket): void {
    this.packets.push(packet);
    if (packet.seq !== this.next) this.oddities.push(`packet ${packet.seq} instead of ${this.next}`);
    this.next = packet.seq + 1;
    if (packet.type === "snapshot") {
      const { page, status, session, billing, hidden } = packet.snapshot;
      this.hidden = hidden;
      for (const message of page.messages) this.held.set(message.id, message);
      this.status = status;
      this.view = { session, billing };
    }
    if (packet.type === "events") for (const event of packet.events) this.apply(event);
  }

  private apply(event: FeedEvent): void {
    switch (event.type) {
      case "chunks":
        return this.grow(event.message_id, event.chunks);
      case "message":
        if (this.held.has(event.message.id)) this.oddities.push(`message ${event.message.id} twice`);
        this.held.set(event.message.id, event.message);
        return;
      case "settled":
        return this.settle(event.message_id);
      case "hidden":
        for (const id of event.message_ids)
          if (!this.held.delete(id)) this.oddities.push(`${id} hidden, never seen`);
        return;
      case "rewound":
        for (const id of this.held.keys())
          if (event.after === undefined || id > event.after) this.held.delete(id);
        this.hidden = event.hidden;
        return;
      case "status":
        this.status = event.status;
        return;
      case "session":
        this.view = event.view;
        return;
      case "reset":
        this.oddities.push("reset");
    }
  }

  private grow(id: MessageId, chunks: Chunk[]): void {
    const held = this.held.get(id);
    if (held === undefined) {
      if (chunks[0]?.type !== "start") this.oddities.push(`${id} begins with ${chunks[0]?.type}`);
      this.held.set(id, { id, chunks: [...chunks], settled: false });
    } else if ("chunks" in held && !held.settled) held.chunks.push(...chunks);
    else this.oddities.push(`chunks for ${id}, which has settled`);
  }

  private settle(id: MessageId): void {
    const held = this.held.get(id);
    if (held !== undefined && "chunks" in held) held.settled = true;
    else this.oddities.push(`${id} settled, never live`);
  }
}

/** The compared fields of a stored message, or of one that the SDK made of chunks. */
const shape = ({ id, role, metadata, parts }: Shown | BraidMessage): Shown =>
  ({ id, role, metadata, parts }) as Shown;

/** The same session as the database gives it. */
export function stored(slice: Slice, session_id: SessionId): Awaited<ReturnType<Window["shown"]>> {
  const { page, status, session, billing } = slice.look(session_id);
  return asJson({ messages: page.messages.map(shape), view: { session, billing }, status });
}
