/** The search as the store's other areas see it: hears of changes, and answers. The code of its thread's other end is loaded with the first need. */
import { existsSync } from "node:fs";
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import type { Searcher, SearcherOptions } from "./searcher";

export interface Search {
  /** Notes a changed message or session; costs a moment, inside a transaction. */
  note(id: string): void;
  /** Called after each commit. */
  wrote(): void;
  search(request: SearchRequest): Promise<FoundPage>;
  /** The store has another database: all of it is compared. */
  replaced(): void;
  isResting(): boolean;
  /** Resolves once the thread has closed its connections; the next need starts another. */
  rest(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds over which changes are gathered: a running turn settles its parts close together. */
const GATHER_MS = 250;

export function createSearch(options: SearcherOptions): Search {
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let searcher: Searcher | undefined;
  let loading: Promise<Searcher> | undefined;
  let isClosed = false;
  const load = (): Promise<Searcher> => {
    loading ??= import("./searcher").then((code) => {
      searcher = new code.Searcher(options);
      return searcher;
    });
    return loading;
  };
  const taken = (): string[] => {
    const ids = [...changed];
    changed = new Set();
    return ids;
  };
  const tell = async (): Promise<void> => {
    timer = undefined;
    const loaded = await load();
    if (!isClosed && changed.size > 0) loaded.changed(taken());
  };
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await searcher?.close();
  };
  return {
    note: (id) => changed.add(id),
    wrote: () => {
      if (changed.size === 0 || timer !== undefined || isClosed) return;
      timer = setTimeout(() => {
        // Tests of other areas run without the built thread: what changed is compared later.
        if (existsSync(options.worker_file)) tell().catch(options.onBackgroundError);
      }, GATHER_MS).unref();
    },
    search: async (request) => (await load()).search(request, taken()),
    replaced: () => {
      changed.clear();
      searcher?.doubt();
    },
    isResting: () => searcher === undefined || !searcher.isOpen(),
    rest: close,
    close: async () => {
      isClosed = true;
      await close();
    },
  };
}
