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
/** Sessions that one transaction shows, or takes back: one or two milliseconds. */
const AT_ONCE = 10;

export class Imports {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "ids" | "recorder" | "state" | "clock">,
    private readonly feeds: Feeds,
    private readonly news: SessionNews,
    private readonly trash: Pick<Trash, "end">,
  ) {}

  /**
   * Shows what the import could not show itself, settles turns that their export has cut, and tells the windows. `trashed`: how many other
   * sessions came into the trash. Never rejects, because the sessions are in the library: the windows hear of a failure by itself.
   */
  async arrived(session_ids: readonly SessionId[], trashed = 0): Promise<void> {
    const { store, ids } = this.deps;
    let shown = 0;
    try {
      // New ids stay above all that are stored (DB-5).
      ids.raise(store.newestIdTime());
      await inTimeSlices(() => {
        const some = store.showImported(AT_ONCE);
        shown += some;
        return some < AT_ONCE;
      });
      await this.settle(session_ids);
    } catch (error) {
      this.news.tellFailure(error);
    } finally {
      const few = session_ids.length > 0 && session_ids.length <= MOST_TOLD;
      if (few && shown + trashed === 0) await this.tellEach(session_ids);
      else this.news.events.emit({ type: "sessions-arrived" });
    }
  }

  /** A session that cannot be settled costs the others nothing, and is settled before it runs. @throws the first failure, after the last session */
  private async settle(session_ids: readonly SessionId[]): Promise<void> {
    const { store } = this.deps;
    const come = new Set(session_ids);
    const failures: unknown[] = [];
    const leftOpen = store.unsettledSessions().filter((id) => come.has(id));
    await eachInSlices(leftOpen, (id) => {
      try {
        if (store.session(id) !== undefined) settleLeftOpen(this.deps, this.feeds, id);
      } catch (error) {
        failures.push(error);
      }
    });
    if (failures.length > 0) throw failures[0];
  }

  private tellEach(session_ids: readonly SessionId[]): Promise<void> {
    return eachInSlices(session_ids, (id) =>
      this.news.inBackground(() => {
        if (this.deps.store.session(id) !== undefined) this.news.announce(id);
      }),
    );
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
