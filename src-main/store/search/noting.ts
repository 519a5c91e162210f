/** Main's end of the search: notes what changes, tells its thread, and asks it. Loaded with the first need (`late-search.ts`). */
import type { Database } from "better-sqlite3";
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import { watchChanges } from "./changes";
import { Searcher, type SearcherOptions } from "./searcher";

export interface NotingOptions extends SearcherOptions {
  /** Returns the error to tell for a failure of the thread. */
  failure(error: unknown): Error;
}

/** Milliseconds over which changes are gathered: a running turn settles its parts close together. */
const GATHER_MS = 250;

export class Noting {
  readonly #searcher: Searcher;
  readonly #failure: NotingOptions["failure"];
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: NotingOptions) {
    this.#searcher = new Searcher(options);
    this.#failure = options.failure;
  }

  watch(db: Database): void {
    watchChanges(db, (id) => this.#changed.add(id));
  }

  /** Called after each commit. */
  wrote(): void {
    if (this.#changed.size === 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#changed.size > 0) this.#searcher.changed(this.#taken());
    }, GATHER_MS).unref();
  }

  /** Begins to compare the index with the database. */
  begin(): void {
    this.#searcher.changed(this.#taken());
  }

  async search(request: SearchRequest): Promise<FoundPage> {
    try {
      return await this.#searcher.search(request, this.#taken());
    } catch (error) {
      throw this.#failure(error);
    }
  }

  replaced(): void {
    this.#changed.clear();
    this.#searcher.doubt();
  }

  isResting(): boolean {
    return !this.#searcher.isOpen();
  }

  async rest(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#searcher.close();
  }

  #taken(): string[] {
    const ids = [...this.#changed];
    this.#changed = new Set();
    return ids;
  }
}
