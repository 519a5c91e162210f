/** The list of sessions: the pinned ones and pages by recency from the core, kept up to date by the app's news. */

import { createStore } from "zustand/vanilla";
import { hasWords, wordsOf } from "../../src-preload/contract/domain/fold-title";
import type { SessionId } from "../../src-preload/contract/domain/ids";
import type {
  ListedSession,
  SessionCursor,
  SessionList,
  SessionState,
  SessionSummary,
} from "../../src-preload/contract/domain/sessions";
import { call } from "../platform/bridge";
import { type IsWanted, latest } from "../platform/latest";

const PAGE = 100;
/** As many as one call returns. Further pinned sessions stand among the others of their day. */
const MOST_PINNED = 200;

export interface SessionListState {
  /** Newest first, as `sessions` is. Empty with a filter and in the archive. */
  pinned: readonly SessionSummary[];
  sessions: readonly SessionSummary[];
  /** Newest first: ancestors of these sessions, from pages that have not come yet. */
  above: readonly SessionSummary[];
  /** Sessions that are not idle. */
  states: ReadonlyMap<SessionId, SessionState>;
  /** The beginning of the next page; undefined at the end, and before the first page has come. */
  next: SessionCursor | undefined;
  /** The first page has come. */
  loaded: boolean;
  loading: boolean;
  /** A page could not be loaded, and has not come since. */
  failed: boolean;
  /** The list shows the archive. */
  archived: boolean;
  /** Only sessions with these words in their title, or in the name of their folder, are listed. */
  filter: string;
  /** Sessions whose branches are folded away. */
  folded: ReadonlySet<SessionId>;
  /** The session whose title is being edited, and the place of the editor. */
  renaming: { session_id: SessionId; in: "list" | "bar" } | undefined;
}

export const sessionList = createStore<SessionListState>(() => ({
  pinned: [],
  sessions: [],
  above: [],
  states: new Map(),
  next: undefined,
  loaded: false,
  loading: false,
  failed: false,
  archived: false,
  filter: "",
  folded: new Set(),
  renaming: undefined,
}));

const isBefore = (a: SessionSummary, b: SessionSummary) =>
  a.updated_at === b.updated_at ? a.id > b.id : a.updated_at > b.updated_at;

/** Puts a session into its place by time; pure. A session beyond the loaded pages belongs to a page that has not come yet. */
export function placeSession(
  sessions: readonly SessionSummary[],
  session: SessionSummary,
  complete: boolean,
): readonly SessionSummary[] {
  const others = without(sessions, session.id);
  const at = others.findIndex((other) => isBefore(session, other));
  if (at >= 0) return [...others.slice(0, at), session, ...others.slice(at)];
  return complete || others.length < sessions.length ? [...others, session] : others;
}

/** Returns the same array where the session is not in it. */
function without(sessions: readonly SessionSummary[], id: SessionId): readonly SessionSummary[] {
  return sessions.some((one) => one.id === id) ? sessions.filter((one) => one.id !== id) : sessions;
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

/** Pages of the shown list: when another list is shown, pages of the old one are dropped. */
const pages = latest();

const isFiltered = (state: SessionListState) => wordsOf(state.filter).length > 0;

/** Returns true if there is no session at all, as far as the list tells: not in the archive, and not with a filter. */
export const isKnownEmpty = ({
  loaded,
  archived,
  filter,
  pinned,
  sessions,
  next,
}: Omit<SessionListState, "renaming">): boolean =>
  loaded && !archived && filter === "" && pinned.length === 0 && sessions.length === 0 && next === undefined;

const withoutStatus = ({ status: _, ...session }: ListedSession): SessionSummary => session;

const newestFirst = (sessions: readonly SessionSummary[]): readonly SessionSummary[] =>
  [...sessions].sort((a, b) => (isBefore(a, b) ? -1 : 1));

/** Adds a page. Sessions that came as news meanwhile are newer, and stay. */
function takePage(page: SessionList, into: "pinned" | "sessions"): void {
  sessionList.setState((state) => {
    const known = new Set([...state.pinned, ...state.sessions].map(({ id }) => id));
    const come = page.sessions.filter(({ id }) => !known.has(id)).map(withoutStatus);
    const listed = { ...state, [into]: newestFirst([...state[into], ...come]) };
    return { ...listed, ...withAbove(listed, page.above), states: withStates(state.states, page.sessions) };
  });
}

/** Adds ancestors, except those that are in the list itself. */
function withAbove(
  { pinned, sessions, above, states }: SessionListState,
  come: readonly ListedSession[] = [],
): Pick<SessionListState, "above" | "states"> {
  if (above.length + come.length === 0) return { above, states };
  const listed = new Set([...pinned, ...sessions].map(({ id }) => id));
  const others = new Map([...come.map(withoutStatus), ...above].map((session) => [session.id, session]));
  for (const id of listed) others.delete(id);
  return { above: newestFirst([...others.values()]), states: withStates(states, come) };
}

function withStates(
  states: ReadonlyMap<SessionId, SessionState>,
  sessions: readonly ListedSession[],
): ReadonlyMap<SessionId, SessionState> {
  return sessions.reduce((all, { id, status }) => withState(all, id, status.state), states);
}

async function loadPinned(isWanted: IsWanted): Promise<void> {
  const page = await call("session.list", { limit: MOST_PINNED, pinned: true });
  if (isWanted()) takePage(page, "pinned");
}

/** Loads a page. A filtered page may be short, or empty, although there are more: then this goes on. */
async function loadOthers(isWanted: IsWanted): Promise<void> {
  const { archived, filter } = sessionList.getState();
  const filtered = isFiltered(sessionList.getState());
  const query = { limit: PAGE, archived, ...(filtered ? { filter } : archived ? {} : { pinned: false }) };
  let come = 0;
  do {
    const { next } = sessionList.getState();
    const page = await call("session.list", { ...query, ...(next === undefined ? {} : { before: next }) });
    if (!isWanted()) return;
    takePage(page, "sessions");
    sessionList.setState({ next: page.next });
    come += page.sessions.length;
  } while (come < PAGE && sessionList.getState().next !== undefined);
}

/** Loads the first page, or the next one. @throws CallError */
export async function loadSessions(): Promise<void> {
  const { loading, loaded, next, archived } = sessionList.getState();
  if (loading || (loaded && next === undefined)) return;
  const withPinned = !loaded && !archived && !isFiltered(sessionList.getState());
  sessionList.setState({ loading: true });
  try {
    await pages(
      (isWanted) => Promise.all([withPinned ? loadPinned(isWanted) : undefined, loadOthers(isWanted)]),
      () => sessionList.setState({ loaded: true, loading: false, failed: false }),
    );
  } catch (error) {
    sessionList.setState({ loading: false, failed: true });
    throw error;
  }
}

/** Loads a page that could not be loaded before. The list itself shows a further failure. */
export async function loadFailedSessions(): Promise<void> {
  if (sessionList.getState().failed) await loadSessions().catch(() => undefined);
}

/** Shows another list. Empties the present one at once. */
async function show(change: Pick<Partial<SessionListState>, "archived" | "filter">): Promise<void> {
  pages.drop();
  sessionList.setState({
    ...change,
    pinned: [],
    sessions: [],
    above: [],
    next: undefined,
    loaded: false,
    loading: false,
    failed: false,
    renaming: undefined,
  });
  await loadSessions();
}

/** Called when the store holds other sessions than before. @throws CallError */
export const reloadSessions = (): Promise<void> => show({});

/** @throws CallError */
export const showArchive = (archived: boolean): Promise<void> => show({ archived, filter: "" });

/** @throws CallError */
export async function filterSessions(filter: string): Promise<void> {
  if (filter !== sessionList.getState().filter) await show({ filter });
}

/** Takes news of a session. `above`: its ancestors. */
export function takeSession(session: SessionSummary, above: readonly ListedSession[] = []): void {
  sessionList.setState((state) => {
    const taken = { ...state, ...placed(state, session) };
    const here = above.filter((one) => belongs(state, one));
    return { ...taken, ...withAbove(taken, here) };
  });
}

function placed(
  state: SessionListState,
  session: SessionSummary,
): Pick<SessionListState, "pinned" | "sessions" | "above"> {
  const pinned = without(state.pinned, session.id);
  const sessions = without(state.sessions, session.id);
  const above = without(state.above, session.id);
  if (!belongs(state, session)) return { pinned, sessions, above };
  if (session.pinned_at !== undefined && !state.archived && !isFiltered(state))
    return { pinned: placeSession(state.pinned, session, true), sessions, above };
  // A session whose page has not come yet is kept if it has branches in the list, which need their parent.
  const isParent = [...pinned, ...sessions, ...above].some(({ parent_id }) => parent_id === session.id);
  const others = isParent ? [...above, session] : above;
  return { pinned, sessions: placeSession(state.sessions, session, state.next === undefined), above: others };
}

/** Takes sessions out of the list that are in the trash now. */
export function dropSessions(session_ids: readonly SessionId[]): void {
  const gone = new Set(session_ids);
  const kept = (all: readonly SessionSummary[]) =>
    all.some(({ id }) => gone.has(id)) ? all.filter(({ id }) => !gone.has(id)) : all;
  sessionList.setState(({ pinned, sessions, above }) => ({
    pinned: kept(pinned),
    sessions: kept(sessions),
    above: kept(above),
  }));
}

function belongs(state: SessionListState, session: SessionSummary): boolean {
  const matches = hasWords(session.title, session.workspace_root, wordsOf(state.filter));
  return matches && (session.archived_at !== undefined) === state.archived;
}

export function takeSessionState(session_id: SessionId, state: SessionState): void {
  sessionList.setState(({ states }) => ({ states: withState(states, session_id, state) }));
}

export function setFolded(session_id: SessionId, folded: boolean): void {
  sessionList.setState((state) => {
    const changed = new Set(state.folded);
    if (folded) changed.add(session_id);
    else changed.delete(session_id);
    return { folded: changed };
  });
}

/** Without an argument ends the editing of a title. */
export const setRenaming = (renaming?: SessionListState["renaming"]): void =>
  sessionList.setState({ renaming });
