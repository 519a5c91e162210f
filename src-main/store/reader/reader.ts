/**
 * Answers questions about a whole session in a thread with a connection of its own, while typing goes on
 * (docs/decisions/whole-sessions-are-read-in-a-thread.md). The thread starts with the first question and ends when nobody has asked for a
 * while.
 */

import { Worker } from "node:worker_threads";
import { BraidError } from "../../core/braid-error";
import { say } from "../../core/say";
import type { Reading } from "./reading-names";

/** One question to the thread: a reading by its name, and its arguments. */
export type ReaderQuestion = { ask: keyof Reading; args: readonly unknown[] };

export interface Reader {
  /** @throws ReadFailed; BraidError `STORE_UNAVAILABLE` where no thread can answer */
  ask(question: ReaderQuestion): Promise<unknown>;
  isOpen(): boolean;
  /** Resolves once the connection is closed; the next question opens another. */
  close(): Promise<void>;
}

export type ReaderRequest = { id: number; question: ReaderQuestion } | "close";
/** `code` is SQLite's, or the store's own. */
export type ReaderAnswer = { id: number } & ({ value: unknown } | { error: string; code: string });
export interface ReaderData {
  file: string;
  /** Device and inode of the file that main has open. */
  identity: string;
}

/** The error with which a question failed in the thread. */
export class ReadFailed extends Error {
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Milliseconds without a question after which the thread ends and gives its memory back. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** @param identity names the file that main has open: another in its place is not read. */
export function createReader(file: string, identity: () => string, worker_file: URL): Reader {
  let thread: Thread | undefined;
  return {
    // Async, so that a thread that cannot be started rejects too.
    ask: async (question) => {
      thread ??= new Thread({ file, identity: identity() }, worker_file, (gone) => {
        if (thread === gone) thread = undefined;
      });
      return await thread.ask(question);
    },
    isOpen: () => thread !== undefined,
    close: async () => await thread?.close(),
  };
}

class Thread {
  readonly #worker: Worker;
  readonly #file: string;
  readonly #onGone: (thread: Thread) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(data: ReaderData, worker_file: URL, onGone: (thread: Thread) => void) {
    this.#file = data.file;
    this.#onGone = onGone;
    this.#worker = new Worker(worker_file, { workerData: data });
    this.#worker.unref();
    this.#worker.on("message", (answer: ReaderAnswer) => this.#take(answer));
    this.#worker.on("error", (error) => this.#failAll(error.message));
    this.#ended = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        clearTimeout(this.#idle);
        onGone(this);
        this.#failAll("the thread ended");
        resolve();
      });
    });
  }

  ask(question: ReaderQuestion): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    clearTimeout(this.#idle);
    const answered = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage({ id, question } satisfies ReaderRequest);
    return answered;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    this.#worker.postMessage("close" satisfies ReaderRequest);
    await this.#ended;
  }

  #take(answer: ReaderAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#rest(), IDLE_MS).unref();
    if ("value" in answer) waiting?.resolve(answer.value);
    else waiting?.reject(new ReadFailed(answer.error, answer.code));
  }

  /** Leaves the next question to another thread, and ends this one. */
  #rest(): void {
    this.#onGone(this);
    void this.close();
  }

  #failAll(detail: string): void {
    for (const { reject } of this.#waiting.values()) reject(this.#error(detail));
    this.#waiting.clear();
  }

  #error(detail: string): BraidError {
    return new BraidError(
      "STORE_UNAVAILABLE",
      say("store.unreadable.message", { file: this.#file, detail }),
      {
        hint: say("store.unreadable.hint"),
      },
    );
  }
}
