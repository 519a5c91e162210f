/** Whatever is done, in whatever order: the search finds exactly what a scan of the texts finds by the same word rule. */
import { afterAll, describe, expect, it } from "vitest";
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import { opened, SEARCH_FILE } from "../testing/stores";
import { tick } from "../testing/talk";
import { deed, queriesFrom, randomly } from "./testing/deeds";
import { scan, searched } from "./testing/scan";

type Store = ReturnType<typeof opened>["store"];

async function built(store: Store): Promise<void> {
  while ((await store.search({ text: "red", order: "newest", limit: 1 })).building !== undefined)
    await new Promise(setImmediate);
}

/** Closes the store and opens it again; sometimes much is done meanwhile while nobody listens. */
async function restarted(here: ReturnType<typeof opened>, some: (store: Store) => Promise<void>) {
  await here.close();
  const deaf = opened(here.file);
  await some(deaf.store);
  await deaf.close();
  const there = opened(here.file, { search_file: SEARCH_FILE });
  await built(there.store);
  return there;
}

describe("[SE-5a] [SE-11b] [DB-10e] the search", () => {
  const seen = new Set<string>();
  const queries = queriesFrom(tick());
  const fruitless = new Set(queries);
  afterAll(() => {
    expect([...seen].sort()).toEqual(["archived", "hidden", "sidecar", "trash"]);
    expect([...fruitless]).toEqual([]);
  });

  /** Every query is asked in one of two rounds. */
  const compare = async ({ file, store }: ReturnType<typeof opened>, round: number) => {
    const scanned = scan(file);
    for (const query of queries.filter((_, at) => at % 2 === round % 2)) {
      const found = await searched(store.search, query);
      expect({ query, found }).toEqual({ query, found: scanned(query) });
      if (found.length > 0) fruitless.delete(query);
      for (const one of found) for (const mark of one.split(" ").slice(2)) seen.add(mark);
    }
  };

  it.each([1, 2, 3])(
    "finds what a scan finds, after any deeds and restarts, also in sidecars, the archive and the trash (%i)",
    async (seed) => {
      const random = randomly(seed);
      const sessions: SessionId[] = [];
      const some = async (store: Store): Promise<void> => {
        for (let n = random(8); n >= 0; n--) await deed(store, random, sessions);
      };
      let here = opened(undefined, { search_file: SEARCH_FILE });
      await built(here.store);
      for (let round = 0; round < 12; round++) {
        await some(here.store);
        if (random(3) === 0) here = await restarted(here, some);
        await compare(here, round);
      }
    },
  );
});
