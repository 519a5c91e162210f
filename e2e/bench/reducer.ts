/** Measures what a chunk costs the window: packets taken in by its state (`src-renderer/thread`), drained, and read as a frame does, without a DOM. */

import type { Snapshot } from "../../src-preload/contract/domain/feed";
import type { MessageId, SessionId } from "../../src-preload/contract/domain/ids";
import type { Chunk, StoredMessage } from "../../src-preload/contract/domain/messages";
import { Attachment } from "../../src-renderer/thread/view/attachment";
import { CHUNK } from "./core";
import { type Line, timeRatio } from "./lines";
import { interleaved, timed } from "./measure";

const MANY = 50_000;
const FEW = 1_000;
const SETTLED = 10_000;
/** Chunks of a frame at full speed, and frames of a sample. */
const FRAME = 16;
const FRAMES = 100;
const ROUNDS = 15;

const ONE_FRAME = Array.from({ length: FRAME }, (): Chunk => ({ type: "text-delta", id: "0", delta: CHUNK }));

export async function reducer(): Promise<Line[]> {
  const frames = new Frames();
  globalThis.requestAnimationFrame = frames.request;
  globalThis.cancelAnimationFrame = frames.cancel;
  // The long message is filled once, chunk by chunk, and grows on with each sample.
  const long = await windowWith(frames, MANY, 0);
  const lengths = await interleaved(ROUNDS, {
    many: () => costOfSample(long),
    few: async () => costOfSample(await windowWith(frames, FEW, 0)),
  });
  const settled = await interleaved(ROUNDS, {
    full: async () => costOfSample(await windowWith(frames, FEW, SETTLED)),
    empty: async () => costOfSample(await windowWith(frames, FEW, 0)),
  });
  const what = `${FRAMES * FRAME} chunks in the window's state`;
  return [
    timeRatio(`${what}, after 50,000 chunks / after 1,000`, lengths.many, lengths.few, 1.2),
    timeRatio(`${what}, beside 10,000 settled messages / none`, settled.full, settled.empty, 1.2),
  ];
}

/** A window with `settled` messages and a live one of `chunks` chunks. */
async function windowWith(frames: Frames, chunks: number, settled: number): Promise<WindowState> {
  const window = new WindowState(frames, settled);
  await window.take([
    { type: "start", messageId: window.id },
    { type: "start-step" },
    { type: "text-start", id: "0" },
  ]);
  for (let sent = 0; sent < chunks; sent += FRAME) await window.take(ONE_FRAME);
  return window;
}

const costOfSample = (window: WindowState): Promise<number> =>
  timed(async () => {
    for (let sent = 0; sent < FRAMES; sent++) await window.take(ONE_FRAME);
  });

class WindowState {
  readonly id = messageId(SETTLED + 1);
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
class Frames {
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
