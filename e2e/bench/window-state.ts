/** The window's state without React and the DOM: packets are taken in, and each is followed by a frame that reads the message. */

import type { Snapshot } from "../../src-preload/contract/domain/feed";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { Chunk, StoredMessage } from "../../src-preload/contract/domain/messages";
import { Attachment } from "../../src-renderer/thread/view/attachment";
import { CHUNK } from "./core";

/** The number of the live message: it stands behind all settled ones. */
const LIVE = 10_001;

export class WindowState {
  readonly id = messageId(LIVE);
  readonly #attachment: Attachment;
  readonly #frames: Frames;
  #seq = 0;

  constructor(frames: Frames, settled: number) {
    this.#frames = frames;
    const ignore = () => undefined;
    this.#attachment = new Attachment({
      session_id: SESSION,
      hold: false,
      earlier: () => Promise.reject(new Error("nothing is earlier")),
      fetch: () => Promise.reject(new Error("nothing is away")),
      known: () => undefined,
      events: { change: ignore, answered: ignore, stale: ignore, failed: ignore },
    });
    void this.#attachment.take({ type: "snapshot", seq: this.#next(), snapshot: snapshotOf(settled) });
  }

  async take(chunks: Chunk[]): Promise<void> {
    const event = { type: "chunks" as const, message_id: this.id, chunks };
    await this.#attachment.take({ type: "events", seq: this.#next(), events: [event] });
    this.#frames.run();
  }

  #next(): number {
    this.#seq += 1;
    return this.#seq;
  }
}

/** The window's frames, run by hand: each packet is followed by one, as at full speed. */
export class Frames {
  /** Takes the place of the browser's. */
  static install(): Frames {
    const frames = new Frames();
    globalThis.requestAnimationFrame = frames.request;
    globalThis.cancelAnimationFrame = frames.cancel;
    return frames;
  }

  readonly #waiting = new Map<number, FrameRequestCallback>();
  #last = 0;

  request = (callback: FrameRequestCallback): number => {
    this.#last += 1;
    this.#waiting.set(this.#last, callback);
    return this.#last;
  };

  cancel = (frame: number): void => {
    this.#waiting.delete(frame);
  };

  run(): void {
    const due = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const callback of due) callback(performance.now());
  }
}

const SESSION = "ses_00000000000000aaaaaaaaaaaa" as SessionId;
const messageId = (n: number) => `msg_${n.toString(16).padStart(14, "0")}aaaaaaaaaaaa` as MessageId;

function snapshotOf(settled: number): Snapshot {
  const messages = Array.from({ length: settled }, (_, n): StoredMessage => {
    const parts = [{ type: "text" as const, text: CHUNK }];
    return {
      id: messageId(n),
      session_id: SESSION,
      role: n % 2 === 0 ? "user" : "assistant",
      metadata: {},
      parts,
      created_at: n,
    };
  });
  const session = { id: SESSION, title: "Bench", agent: "chat", created_at: 0, updated_at: 0 };
  const counts = {
    prompt_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
    cache_read: 0,
    cache_write: 0,
    total_tokens: 0,
  };
  const billing = { ...counts, context_tokens: null, context_estimated: false, cost_usd: null };
  return {
    session,
    billing,
    page: { messages, more: false },
    status: { state: "busy" },
    queue: { items: [] },
    hidden: [],
    links: { forks: [] },
    sidecars: [],
    questions: [],
  };
}
