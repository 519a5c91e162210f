/** Sessions as a list shows them: with their status, and with what they were branched from (SE-1, BR-3). */
import type { AppEvent } from "../../../src-preload/contract/bridge";
import type { CallInput, SessionList } from "../../../src-preload/contract/calls";
import type { ListedSession } from "../../../src-preload/contract/calls/sessions";
import type { SessionSummary } from "../../../src-preload/contract/types";
import type { TurnDeps } from "../run/call";

type Deps = Pick<TurnDeps, "store" | "state">;

const listed = ({ state }: Deps, sessions: readonly SessionSummary[]): ListedSession[] =>
  sessions.map((session) => ({ ...session, status: state.status(session.id) }));

export function listPage(deps: Deps, { archived = false, ...query }: CallInput<"session.list">): SessionList {
  const { sessions, above, ...page } = deps.store.listSessions({ ...query, archived });
  return { ...page, sessions: listed(deps, sessions), above: listed(deps, above) };
}

/** A branch brings its ancestors along: no list has to ask for them, and to show it by itself until they have come. */
export function sessionChanged(deps: Deps, session: SessionSummary): AppEvent {
  const above = session.parent_id === undefined ? [] : listed(deps, deps.store.sessionsAbove(session));
  return { type: "session-changed", session, ...(above.length > 0 ? { above } : {}) };
}
