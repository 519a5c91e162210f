/** All that a window needs to show a session, read in one synchronous step (LY-4). */

import type { Snapshot } from "../../../src-preload/contract/domain/feed";
import type { MessageId } from "../../../src-preload/contract/domain/ids";
import type { Queue } from "../../../src-preload/contract/domain/queue";
import type { SessionView } from "../../../src-preload/contract/domain/sessions";
import { isOpenTodo } from "../../../src-preload/contract/domain/tools";
import type { TurnDeps } from "../run/turn-context";
import { sidecarsOf } from "./sidecars";

/** Messages of a snapshot: a screen of them and some more. A window asks for further ones when it has shown these. */
export const SNAPSHOT_PAGE = 16;

/** `live` is the message that is being written; the page leaves it out. */
export function snapshotOf(
  { store, state }: Pick<TurnDeps, "store" | "state">,
  view: SessionView,
  live: MessageId | undefined,
  queue: Queue,
): Snapshot {
  const { id } = view.session;
  const todos = store.newestTodos(id);
  const without = live === undefined ? {} : { without: live };
  return {
    ...view,
    page: store.page(id, { limit: SNAPSHOT_PAGE, ...without }),
    hidden: store.hiddenTurns(id),
    status: state.status(id),
    queue,
    links: store.branchLinks(id),
    sidecars: sidecarsOf({ store, state }, id),
    questions: [],
    ...(todos?.todos.some(isOpenTodo) ? { todos } : {}),
  };
}
