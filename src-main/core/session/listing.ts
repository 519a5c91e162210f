/** Sessions as a list shows them: with their status, and with their ancestors (SE-1, BR-3). */

import type { CoreEvent } from "../../../src-preload/contract/domain/events";
import type { ListRequest } from "../../../src-preload/contract/domain/requests";
import type {
  ListedSession,
  SessionList,
  SessionSummary,
} from "../../../src-preload/contract/domain/sessions";
import type { TurnDeps } from "../run/turn-context";

type Deps = Pick<TurnDeps, "store" | "state">;

const listed = ({ state }: Deps, sessions: readonly SessionSummary[]): ListedSession[] =>
  sessions.map((session) => ({ ...session, status: state.status(session.id) }));

export function listPage(deps: Deps, { archived = false, ...query }: ListRequest): SessionList {
  const { sessions, above, ...page } = deps.store.listSessions({ ...query, archived });
  return { ...page, sessions: listed(deps, sessions), above: listed(deps, above) };
}

/** A branch brings its ancestors along. Otherwise a list would have to ask for them, and show the branch alone until they come. */
export function sessionChanged(deps: Deps, session: SessionSummary): CoreEvent {
  const above = session.parent_id === undefined ? [] : listed(deps, deps.store.sessionsAbove(session));
  return { type: "session-changed", session, ...(above.length > 0 ? { above } : {}) };
}
