/** News of pruned outputs for the windows of a session (PR-2). */
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { SessionFeed } from "../feed/session-feed";
import type { OutputPlace } from "../ports/prune-store";
import type { TurnDeps } from "./turn-context";

/** Tells the windows what has changed in each message. */
export function tellPruned(
  { store }: Pick<TurnDeps, "store">,
  feed: Pick<SessionFeed, "publish">,
  places: readonly OutputPlace[],
): void {
  for (const message_id of new Set<MessageId>(places.map((place) => place.message_id)))
    feed.publish({ type: "pruned", message_id, pruned: store.prunedOf(message_id) });
}
