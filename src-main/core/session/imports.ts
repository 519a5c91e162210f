/** Imported sessions (SE-6), from the moment at which the store has them. */
import type { SessionId } from "../../../src-preload/contract/domain/ids";
import type { Feeds } from "../feed/feeds";
import type { TurnDeps } from "../run/turn-context";
import type { SessionNews } from "./news";
import { settleLeftOpen } from "./recovery";
import type { Trash } from "./trash";

export class Imports {
  constructor(
    private readonly deps: Pick<TurnDeps, "store" | "ids" | "recorder" | "state">,
    private readonly feeds: Feeds,
    private readonly news: SessionNews,
    private readonly trash: Trash,
  ) {}

  /** Settles turns that their export has cut, and tells the windows of the sessions. Those in the trash are told by the trash. */
  arrived(session_ids: readonly SessionId[]): void {
    const { store, ids } = this.deps;
    // New ids stay above all that are stored (DB-5).
    ids.raise(store.newestIdTime());
    for (const session_id of session_ids) {
      if (store.session(session_id) === undefined) continue;
      settleLeftOpen(this.deps, this.feeds, session_id);
      this.news.announce(session_id);
    }
  }

  /** Puts the sessions of an import into the trash: its one undo. */
  takeBack(session_ids: readonly SessionId[]): void {
    for (const session_id of session_ids)
      if (this.deps.store.session(session_id) !== undefined) this.trash.put({ session_id });
  }
}
