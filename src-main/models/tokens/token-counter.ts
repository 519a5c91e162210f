/**
 * Counts tokens in a thread, while typing goes on. The thread starts with the first text and ends when nobody has counted for a while. It
 * gets a piece at a time and the next after its answer: no piece holds the input thread, and a count that nobody wants any more costs the
 * thread no more than one piece.
 */
import { Worker } from "node:worker_threads";
import { estimateTokens } from "../../core/context/usage";
import type { TokenCounter } from "../../core/ports/token-counter";
import { piecesOf } from "./pieces";

export interface Piece {
  id: number;
  texts: string[];
}
/** One count for each text of the piece. */
export interface Counted {
  id: number;
  counts: number[];
}

export interface CounterOptions {
  /** The built `worker.ts`; by default the one beside the built app. */
  worker_file?: URL;
  /** Milliseconds without a text after which the thread ends and gives its memory back. */
  idle_ms?: number;
  /** Hears why a thread could not start, or died. The counts of its texts are estimates. */
  onFailure?(error: unknown): void;
}

const IDLE_MS = 5 * 60_000;

export function createTokenCounter(options: CounterOptions = {}): TokenCounter {
  const { idle_ms = IDLE_MS, onFailure = () => undefined } = options;
  const worker_file = options.worker_file ?? new URL("./token-worker.js", import.meta.url);
  let thread: Thread | undefined;

  async function ask(texts: string[]): Promise<number[] | undefined> {
    try {
      thread ??= new Thread(worker_file, idle_ms, {
        onFailure,
        onGone: (gone) => {
          if (thread === gone) thread = undefined;
        },
      });
      return await thread.ask(texts);
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  }

  return {
    async count(texts, signal) {
      const counts = texts.map(() => 0);
      // A thread that a text kills is not started anew for each piece of that text.
      let isCounting = true;
      for (const piece of piecesOf(texts)) {
        signal?.throwIfAborted();
        const said = piece.map(({ text }) => text);
        const counted: number[] | undefined = isCounting ? await unlessAborted(ask(said), signal) : undefined;
        isCounting = counted !== undefined;
        for (const [nth, { at, text }] of piece.entries())
          counts[at] = (counts[at] ?? 0) + (counted?.[nth] ?? estimateTokens(text.length));
      }
      return counts;
    },
    close: async () => await thread?.end(),
  };
}

class Thread {
  readonly #worker: Worker;
  readonly #idle_ms: number;
  readonly #onGone: (thread: Thread) => void;
  readonly #waiting = new Map<number, (counts: number[] | undefined) => void>();
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(
    worker_file: URL,
    idle_ms: number,
    heard: { onFailure: (error: unknown) => void; onGone: (thread: Thread) => void },
  ) {
    this.#idle_ms = idle_ms;
    this.#onGone = heard.onGone;
    this.#worker = new Worker(worker_file);
    this.#worker.unref();
    this.#worker.on("message", (counted: Counted) => this.#take(counted));
    this.#worker.on("error", heard.onFailure);
    this.#worker.once("exit", () => this.#gone());
  }

  /** Resolves to undefined where the thread ends before its answer. */
  ask(texts: string[]): Promise<number[] | undefined> {
    this.#asked += 1;
    const id = this.#asked;
    clearTimeout(this.#idle);
    const answered = new Promise<number[] | undefined>((resolve) => this.#waiting.set(id, resolve));
    this.#worker.postMessage({ id, texts } satisfies Piece);
    return answered;
  }

  /** Leaves the next texts to another thread. */
  async end(): Promise<void> {
    this.#onGone(this);
    await this.#worker.terminate();
  }

  #take({ id, counts }: Counted): void {
    const resolve = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => void this.end(), this.#idle_ms).unref();
    resolve?.(counts);
  }

  #gone(): void {
    clearTimeout(this.#idle);
    this.#onGone(this);
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}

/** @throws the signal's reason as soon as it aborts, whatever `work` does */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}
