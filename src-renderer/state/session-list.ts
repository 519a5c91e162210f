/** The picker's list: pages by recency from the core, kept true by the app's news. */
import { createStore } from "zustand/vanilla";
import type { SessionCursor } from "../../src-preload/contract/calls";
import type { SessionId } from "../../src-preload/contract/ids";
import type { SessionState, SessionSummary } from "../../src-preload/contract/types";
import { call } from "../bridge";

const PAGE = 50;

export interface SessionListState {
  /** Newest first. */
  sessions: readonly SessionSummary[];
  /** Those that are not idle. */
  states: ReadonlyMap<SessionId, SessionState>;
  /** Where the next page begins; undefined at the end, or before the first page has come. */
  next: SessionCursor | undefined;
  loading: boolean;
  /** The archive is shown instead of the sessions at hand. */
  archived: boolean;
}

const EMPTY = { sessions: [], states: new Map<SessionId, SessionState>(), next: undefined, loading: false };

export const sessionList = createStore<SessionListState>(() => ({ ...EMPTY, archived: false }));

const isBefore = (a: SessionSummary, b: SessionSummary) =>
  a.updated_at === b.updated_at ? a.id > b.id : a.updated_at > b.updated_at;

/** Puts a session where its time belongs; pure. Beyond the loaded pages it belongs to a page that has not come yet. */
export function placeSession(
  sessions: readonly SessionSummary[],
  session: SessionSummary,
  complete: boolean,
): readonly SessionSummary[] {
  const others = sessions.filter((other) => other.id !== session.id);
  const at = others.findIndex((other) => isBefore(session, other));
  if (at >= 0) return [...others.slice(0, at), session, ...others.slice(at)];
  return complete || others.length < sessions.length ? [...others, session] : others;
}

function withState(
  states: ReadonlyMap<SessionId, SessionState>,
  id: SessionId,
  state: SessionState,
): ReadonlyMap<SessionId, SessionState> {
  if ((states.get(id) ?? "idle") === state) return states;
  const changed = new Map(states);
  if (state === "idle") changed.delete(id);
  else changed.set(id, state);
  return changed;
}

/** @throws CallError */
export async function loadSessions(): Promise<void> {
  const { loading, next, archived } = sessionList.getState();
  if (loading) return;
  sessionList.setState({ loading: true });
  try {
    const page = await call("session.list", {
      limit: PAGE,
      archived,
      ...(next === undefined ? {} : { before: next }),
    });
    if (sessionList.getState().archived !== archived) return;
    let { sessions, states } = sessionList.getState();
    for (const { status, ...session } of page.sessions) {
      sessions = placeSession(sessions, session, true);
      states = withState(states, session.id, status.state);
    }
    sessionList.setState({ sessions, states, next: page.next });
  } finally {
    sessionList.setState({ loading: false });
  }
}

/** @throws CallError */
export async function showArchive(archived: boolean): Promise<void> {
  sessionList.setState({ ...EMPTY, archived });
  await loadSessions();
}

export function takeSession(session: SessionSummary): void {
  sessionList.setState(({ sessions, next, archived }) => {
    const belongs = (session.archived_at !== undefined) === archived;
    if (!belongs) return { sessions: sessions.filter((other) => other.id !== session.id) };
    return { sessions: placeSession(sessions, session, next === undefined) };
  });
}

export function takeSessionState(session_id: SessionId, state: SessionState): void {
  sessionList.setState(({ states }) => ({ states: withState(states, session_id, state) }));
}
