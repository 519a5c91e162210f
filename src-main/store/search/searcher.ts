/** Starts the search's thread with the first change or question, and ends it when nothing has happened for a while. */
import { Worker } from "node:worker_threads";
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import { ReadFailed } from "../reader/reader";
import type { SearchData } from "./searching";

export type SearcherRequest =
  | { is: "changed"; changed: readonly string[] }
  | { is: "search"; changed: readonly string[]; id: number; request: SearchRequest }
  | { is: "close" };

export type SearcherWord =
  | { is: "found"; id: number; page: FoundPage }
  | { is: "failed"; id: number; message: string; code: string }
  /** The share of the messages that the index has; absent once it has all. */
  | { is: "building"; share?: number }
  /** `behind`: something failed, and the index still lacks it. */
  | { is: "idle"; behind: boolean }
  | { is: "background-error"; message: string; damage: boolean };

export interface SearcherOptions {
  file: string;
  identity(): string;
  worker_file: URL;
  onBackgroundError(error: unknown): void;
  /** Hears that the database itself is damaged. */
  onDamage(): void;
  onBuilding(share: number | undefined): void;
}

/** Milliseconds without a word after which the thread ends and gives its memory back. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve(page: FoundPage): void;
  reject(error: unknown): void;
}

export class Searcher {
  readonly #options: SearcherOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #ended: Promise<void> = Promise.resolve();
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;
  #share: number | undefined;
  /** The index was like the database when the last thread ended. */
  #isLike = false;
  /** The requests for the next thread, while one ends after a quiet minute; otherwise undefined. */
  #held: SearcherRequest[] | undefined;

  constructor(options: SearcherOptions) {
    this.#options = options;
  }

  changed(changed: readonly string[]): void {
    this.#post({ is: "changed", changed });
  }

  /** @throws ReadFailed */
  search(request: SearchRequest, changed: readonly string[]): Promise<FoundPage> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#post({ is: "search", changed, id, request });
    });
  }

  isOpen(): boolean {
    return this.#worker !== undefined;
  }

  /** Resolves once the thread has closed its connections; the next need starts another. */
  async close(): Promise<void> {
    if (this.#held !== undefined) this.doubt();
    this.#held = undefined;
    await this.#end();
  }

  /** The database may be another now: the next thread compares its index with it. */
  doubt(): void {
    this.#isLike = false;
  }

  #post(request: SearcherRequest): void {
    clearTimeout(this.#idle);
    if (this.#held !== undefined) {
      this.#held.push(request);
      return;
    }
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
  }

  #start(): Worker {
    const { file, identity, worker_file } = this.#options;
    const data: SearchData = { file, identity: identity(), compare: !this.#isLike };
    this.#isLike = false;
    const worker = new Worker(worker_file, { workerData: data });
    worker.unref();
    worker.on("message", (word: SearcherWord) => this.#take(word));
    worker.on("error", (error) => this.#options.onBackgroundError(error));
    this.#ended = new Promise((resolve) => {
      worker.once("exit", () => {
        clearTimeout(this.#idle);
        if (this.#worker === worker) this.#worker = undefined;
        this.#tell(undefined);
        this.#rejectAll();
        resolve();
      });
    });
    return worker;
  }

  #take(word: SearcherWord): void {
    switch (word.is) {
      case "found":
        return this.#waitingFor(word.id)?.resolve(word.page);
      case "failed":
        return this.#waitingFor(word.id)?.reject(new ReadFailed(word.message, word.code));
      case "building":
        return this.#tell(word.share);
      case "idle":
        clearTimeout(this.#idle);
        this.#idle = setTimeout(() => void this.#rest(!word.behind), IDLE_MS).unref();
        return;
      case "background-error":
        if (word.damage) this.#options.onDamage();
        this.#options.onBackgroundError(new Error(word.message));
    }
  }

  #tell(share: number | undefined): void {
    if (share === this.#share) return;
    this.#share = share;
    this.#options.onBuilding(share);
  }

  #waitingFor(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** Rejects the searches that the ended thread left unanswered, but not those that are held for the next thread. */
  #rejectAll(): void {
    const held = new Set(this.#held?.map((request) => (request.is === "search" ? request.id : undefined)));
    for (const [id, { reject }] of this.#waiting) {
      if (held.has(id)) continue;
      this.#waiting.delete(id);
      reject(new ReadFailed("the thread ended", ""));
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#worker?.postMessage({ is: "close" } satisfies SearcherRequest);
    await this.#ended;
  }

  /**
   * Ends the idle thread. Requests that come until it has ended are held for the next thread, because the ending one would not read them.
   */
  async #rest(isLike: boolean): Promise<void> {
    this.#isLike = isLike;
    this.#held = [];
    await this.#end();
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const request of held) this.#post(request);
  }
}
