/**
 * The search as the store knows it. Its code is loaded with the first need, so that no start waits for it. What was written before is found
 * all the same: the first thread compares the whole index with the database.
 */
import { existsSync } from "node:fs";
import type { Database } from "better-sqlite3";
import type { FoundPage, SearchRequest } from "../../../src-preload/contract/domain/search";
import type { Noting, NotingOptions } from "./noting";

/** Milliseconds after the first commit. */
const LATER_MS = 3000;

export function lateSearch(options: NotingOptions) {
  let db: Database | undefined;
  let noting: Noting | undefined;
  let loading: Promise<Noting> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const load = (): Promise<Noting> => {
    loading ??= import("./noting").then((code) => {
      noting = new code.Noting(options);
      if (db?.open) noting.watch(db);
      return noting;
    });
    return loading;
  };
  const begin = async (): Promise<void> => {
    // Tests of other areas run without the built thread.
    if (!existsSync(options.worker_file)) return;
    const loaded = await load();
    if (!isClosed) loaded.begin();
  };
  return {
    /** Gets each connection of main. */
    opened(opened: Database): void {
      db = opened;
      noting?.watch(opened);
    },
    /** Called after each commit. */
    wrote(): void {
      if (noting !== undefined) noting.wrote();
      else if (!isClosed)
        timer ??= setTimeout(() => void begin().catch(options.onBackgroundError), LATER_MS).unref();
    },
    search: async (request: SearchRequest): Promise<FoundPage> => (await load()).search(request),
    /** The store has another database: all of it is compared. */
    replaced: (): void => noting?.replaced(),
    /** Another connection has written: all is compared before the next answer. */
    async compare(): Promise<void> {
      await noting?.rest();
      noting?.replaced();
    },
    isResting: (): boolean => noting?.isResting() ?? true,
    /** Resolves once the thread has closed its connections; the next need starts another. */
    rest: async (): Promise<void> => noting?.rest(),
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await noting?.rest();
    },
  };
}
