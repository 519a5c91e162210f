/** Imported sessions (SE-6), from the moment at which the store has them. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Feeds } from "../feed/feeds";
import type { TurnDeps } from "../run/turn-context";
import { inTimeSlices } from "../time-slice";
import type { SessionNews } from "./news";
import { settleLeftOpen } from "./recovery";
import type { Trash } from "./trash";

/** Sessions that windows are told of one by one. A list of more is read anew. */
const MOST_TOLD = 50;
/** Sessions that one transaction takes back: about a millisecond. */
const AT_ONCE = 25;

export class Imports {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "ids" | "recorder" | "state" | "clock">,
    private readonly feeds: Feeds,
    private readonly news: SessionNews,
    private readonly trash: Pick<Trash, "end">,
  ) {}

  /** Settles turns that their export has cut, and tells the windows of the sessions. Those in the trash are told by the trash. */
  async arrived(session_ids: readonly SessionId[]): Promise<void> {
    const { store, ids } = this.deps;
    // New ids stay above all that are stored (DB-5).
    ids.raise(store.newestIdTime());
    const come = new Set(session_ids);
    const leftOpen = store
      .unsettledSessions()
      .filter((id) => come.has(id) && store.session(id) !== undefined);
    await eachInSlices(leftOpen, (id) => settleLeftOpen(this.deps, this.feeds, id));
    if (session_ids.length > MOST_TOLD) return this.news.events.emit({ type: "sessions-arrived" });
    await eachInSlices(session_ids, (id) => {
      if (store.session(id) !== undefined) this.news.announce(id);
    });
  }

  /**
   * Puts the sessions of an import into the trash (RW-7), with all that was added to them since. `entry` is its entry on the undo stack, which
   * stays until the last of them: after a kill, or a full disk, the rest can still be taken back.
   */
  async takeBack(entry: number): Promise<void> {
    const { store, clock } = this.deps;
    const now = clock.now();
    const gone: SessionId[] = [];
    let after: SessionId | undefined;
    try {
      await inTimeSlices(() => {
        const taken = store.takeBackImported({ entry, after, most: AT_ONCE, now });
        for (const id of taken.session_ids) {
          gone.push(id, ...this.trash.end(id));
          this.news.announceSidecar(id);
        }
        after = taken.last;
        return after === undefined;
      });
    } finally {
      if (gone.length > 0) this.news.events.emit({ type: "sessions-removed", session_ids: gone });
    }
  }
}

async function eachInSlices<T>(all: readonly T[], work: (one: T) => void): Promise<void> {
  const rest = all.values();
  await inTimeSlices(() => {
    const { value, done } = rest.next();
    if (done !== true) work(value);
    return done === true;
  });
}
